package tutti.engine.concurrency.optimistic;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.LatchedControl;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Call;

/**
 * Optimistic concurrency control of whole actors. It grants requests on decided states; at the end
 * it locks the actors that change, and validates that all that was read is unchanged. A transaction
 * of another node locks as it executes.
 *
 * <p>A locked actor has an {@link ActorLock} as its cell's control object.
 */
public abstract class OptimisticControl extends LatchedControl implements DecidedState.Claims {
  private static final String CHANGES = "is about to change it";
  private static final String CHANGED = "has changed it meanwhile";

  protected OptimisticControl(Effects effects) {
    super(effects);
  }

  /**
   * Answers a request at an actor that is not locked, or is locked by the request's owner; called
   * with the cell's latch held.
   */
  protected abstract Verdict answerFree(ActorRequest request);

  /**
   * Returns whether a request that is no read waits for the end of a transaction which this node
   * coordinates and which has locked the actor; if not, the request ends in a conflict.
   */
  protected abstract boolean waitsForLocks();

  /** Returns the control object of a cell that is about to be locked; with its latch held. */
  protected abstract ActorLock lockAt(Cell cell);

  /**
   * Handles the unlocking of an actor. Called with the cell's latch held.
   *
   * @param by the claim that had locked the actor
   * @param changed whether the actor's state has changed
   */
  protected abstract void freed(ActorLock lock, OptimisticClaim by, boolean changed);

  /** Returns the claim of an action that was granted before a crash. */
  protected OptimisticClaim reinstated(Granted granted, Call call) {
    return OptimisticClaim.acts(
        granted, Evaluations.again(call, granted.cell().state(), granted.around()).next());
  }

  @Override
  public final boolean validates() {
    return true;
  }

  @Override
  public final boolean mayDeadlock() {
    return false;
  }

  @Override
  public final Verdict request(ActorRequest request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      return answer(request);
    } finally {
      cell.unlock();
    }
  }

  private Verdict answer(ActorRequest request) {
    if (!(request.cell().control() instanceof ActorLock lock) || !lock.isBefore(request)) {
      return answerFree(request);
    }
    boolean read = request.work() instanceof Work.Read;
    if (!read && (!waitsForLocks() || lock.owner().coordinatedElsewhere())) {
      return changes(lock);
    }
    lock.await(request);
    return Verdict.Delay.INSTANCE;
  }

  @Override
  public final Claim acts(ActorRequest request, ActorState next) {
    OptimisticClaim claim = OptimisticClaim.acts(request, next);
    if (request.owner().coordinatedElsewhere() && !locksLast()) {
      take(claim, request.cell().takePosition());
    }
    return claim;
  }

  @Override
  public final Claim looks(ActorRequest request) {
    return OptimisticClaim.looks(request);
  }

  private void take(OptimisticClaim claim, long position) {
    lockAt(claim.cell()).take(claim);
    claim.lockedAt(position);
  }

  private static Verdict.Conflict changes(ActorLock lock) {
    return new Verdict.Conflict(lock.owner().id(), CHANGES);
  }

  @Override
  public final Verdict.Check lock(Claim granted) {
    OptimisticClaim claim = (OptimisticClaim) granted;
    Verdict.Conflict met = claim.met();
    if (met != null) {
      return met;
    }
    if (!claim.acts() || claim.locked()) {
      return Verdict.Passed.INSTANCE;
    }
    Cell cell = claim.cell();
    cell.lock();
    try {
      if (cell.control() instanceof ActorLock lock && lock.holder() != null) {
        return changes(lock);
      }
      if (cell.removed()) {
        return new Verdict.Conflict(null, CHANGED);
      }
      take(claim, cell.takePosition());
      return Verdict.Passed.INSTANCE;
    } finally {
      cell.unlock();
    }
  }

  @Override
  public final Verdict.Check validate(Claim granted) {
    OptimisticClaim claim = (OptimisticClaim) granted;
    Verdict.Conflict met = claim.met();
    if (met != null) {
      return met;
    }
    Cell cell = claim.cell();
    cell.lock();
    try {
      if (cell.version() != claim.version() || cell.removed()) {
        return new Verdict.Conflict(null, CHANGED);
      }
      return cell.control() instanceof ActorLock lock && lock.heldByOther(claim.owner())
          ? changes(lock)
          : Verdict.Passed.INSTANCE;
    } finally {
      cell.unlock();
    }
  }

  @Override
  protected final @Nullable PendingVerdicts end(
      Claim ended, Cell cell, boolean committed, long lsn) {
    OptimisticClaim claim = (OptimisticClaim) ended;
    boolean changed = committed && claim.acts();
    if (changed) {
      cell.apply(claim.next(), lsn);
      effects.applied(claim, cell.version());
    }
    if (!(cell.control() instanceof ActorLock lock) || lock.holder() != claim) {
      return null;
    }
    lock.free();
    freed(lock, claim, changed);
    PendingVerdicts answers = new PendingVerdicts();
    advance(lock, answers);
    return answers;
  }

  /**
   * Answers the waiting requests in their order. A request that locks as it executes is answered
   * before the requests behind it.
   */
  private void advance(ActorLock gone, PendingVerdicts answers) {
    for (ActorRequest request : gone.takeWaiting()) {
      Verdict verdict = answer(request);
      if (!(verdict instanceof Verdict.Delay)) {
        answers.add(request, verdict);
      }
    }
  }

  @Override
  protected final boolean withdraw(ActorRequest request, Cell cell, PendingVerdicts answers) {
    return cell.control() instanceof ActorLock lock && lock.withdraw(request);
  }

  @Override
  protected final Claim reinstate(Granted granted, long position, long low) {
    Cell cell = granted.cell();
    if (!(granted.work() instanceof Work.Act(Call call))) {
      return OptimisticClaim.looks(granted);
    }
    if (cell.control() instanceof ActorLock lock && lock.heldByOther(granted.owner())) {
      throw granted.besideOthers();
    }
    OptimisticClaim claim = reinstated(granted, call);
    take(claim, position);
    cell.positionTaken(position);
    return claim;
  }

  /** Gives no claims: {@link #commit} applies, so no committed effect is ever unapplied. */
  @Override
  public final long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.control() instanceof ActorLock lock && lock.holder() != null
        ? lock.holder().position()
        : cell.nextPosition();
  }
}
