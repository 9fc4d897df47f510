package tutti.engine.concurrency.optimistic.tl2;

import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.optimistic.ActorLock;
import tutti.engine.concurrency.optimistic.OptimisticClaim;
import tutti.engine.concurrency.optimistic.OptimisticControl;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.Cell;
import tutti.model.Call;

/**
 * Transactional Locking II (TL2 §2.1) of whole actors. An attempt gets a read version when it
 * begins, and sees only states that are at most as new, so that all states that it has seen are of
 * one moment.
 *
 * <p>A cell's control object is null, or the actor's {@link VersionedLock}, which stays.
 */
public final class TransactionalLocking extends OptimisticControl {
  private final Timestamps clock;

  /**
   * @param clock the node's version clock
   */
  public TransactionalLocking(Effects effects, Timestamps clock) {
    super(effects);
    this.clock = clock;
  }

  @Override
  public Timestamps timestamps() {
    return clock;
  }

  @Override
  public boolean seesOneMoment() {
    return true;
  }

  @Override
  public boolean locksLast() {
    return true;
  }

  /** Returns false: a node is locked, and votes, when all of its transaction has executed. */
  @Override
  public boolean preparesEarly() {
    return false;
  }

  @Override
  protected Verdict answerFree(ActorRequest request) {
    long version = version(request.cell());
    return version > request.owner().age() && !(request.work() instanceof Work.Read)
        ? newer(version)
        : DecidedState.answer(request, this);
  }

  /**
   * Returns the write version of an actor's newest change; 0 if it has not changed since the node
   * began. Called with the cell's latch held, or where nothing else runs.
   */
  public static long version(Cell cell) {
    return cell.control() instanceof VersionedLock lock ? lock.version() : 0;
  }

  /** Returns the conflict of an attempt whose read version is too old. */
  static Verdict.Conflict newer(long version) {
    return new Verdict.Conflict(null, "has changed it since this one began", version);
  }

  /** Returns false: the version after the lock would be newer than the request's read version. */
  @Override
  protected boolean waitsForLocks() {
    return false;
  }

  @Override
  public Claim runs(ActorRequest request) {
    return RowsClaim.runs(request, lockAt(request.cell()));
  }

  @Override
  protected VersionedLock lockAt(Cell cell) {
    if (cell.control() instanceof VersionedLock known) {
      return known;
    }
    VersionedLock made = new VersionedLock();
    cell.control(made);
    return made;
  }

  @Override
  protected OptimisticClaim reinstated(Granted granted, Call call) {
    return call.action() instanceof WriteAction
        ? RowsClaim.reinstated(granted)
        : super.reinstated(granted, call);
  }

  /** Gives a changed actor its owner's write version; one of this node's if that is not known. */
  @Override
  protected void freed(ActorLock lock, OptimisticClaim by, boolean changed) {
    VersionedLock word = (VersionedLock) lock;
    long known = by.owner().epoch();
    word.release(!changed ? word.version() : known > 0 ? known : clock.next());
  }
}
