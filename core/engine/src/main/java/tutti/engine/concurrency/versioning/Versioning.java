package tutti.engine.concurrency.versioning;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.LatchedControl;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;

/**
 * Supremum versioning (Atomic RMI §3), and locks that are taken at the start. A transaction first
 * takes its places at all its actors, in one order that all transactions share, and uses each actor
 * when its turn comes there.
 */
public final class Versioning extends LatchedControl {
  private final Discipline discipline;
  private final int maxSpeculative;

  /**
   * @param maxSpeculative how many undecided transactions may be before one that uses an actor, at
   *     least 1
   */
  public Versioning(Effects effects, Discipline discipline, int maxSpeculative) {
    super(effects);
    this.discipline = discipline;
    this.maxSpeculative = maxSpeculative;
  }

  @Override
  public boolean begins() {
    return true;
  }

  /** Returns false: a transaction is prepared only when all before it have ended everywhere. */
  @Override
  public boolean preparesEarly() {
    return false;
  }

  /** Returns false: transactions have one order at all actors that they share. */
  @Override
  public boolean mayDeadlock() {
    return false;
  }

  @Override
  public Verdict request(ActorRequest request) {
    Cell cell = request.cell();
    PendingVerdicts answers = null;
    Verdict verdict;
    cell.lock();
    try {
      VersionQueue queue = (VersionQueue) cell.control();
      if (queue == null) {
        if (request.work() instanceof Work.Read) {
          return Verdict.CurrentState.of(cell);
        }
        queue = new VersionQueue(cell, discipline, maxSpeculative);
        cell.control(queue);
      }
      verdict = queue.request(request);
      answers = advance(cell, queue);
    } finally {
      cell.unlock();
    }
    if (answers != null) {
      answers.deliver();
    }
    return verdict;
  }

  /** Answers what can be answered now; called with the cell's latch held. */
  private static @Nullable PendingVerdicts advance(Cell cell, VersionQueue queue) {
    if (queue.isIdle()) {
      cell.control(null);
      return null;
    }
    if (!queue.isShared()) {
      return null;
    }
    PendingVerdicts answers = new PendingVerdicts();
    queue.advance(answers);
    if (queue.isIdle()) {
      cell.control(null);
    }
    return answers;
  }

  @Override
  public void begun(Claim claim) {
    change(claim, VersionQueue::begun);
  }

  @Override
  public void used(Claim claim) {
    change(claim, VersionQueue::ran);
  }

  /** Does nothing under locks, which are held to the end. */
  @Override
  public void release(Claim claim) {
    if (discipline.releasesEarly()) {
      change(claim, (queue, place) -> place.release());
    }
  }

  /** A change of one place, after which others may go on. */
  @FunctionalInterface
  private interface Change {
    void make(VersionQueue queue, PrivateVersion place);
  }

  private static void change(Claim claim, Change change) {
    Cell cell = claim.cell();
    PendingVerdicts answers;
    cell.lock();
    try {
      VersionQueue queue = requireNonNull((VersionQueue) cell.control());
      change.make(queue, placeOf(claim));
      answers = advance(cell, queue);
    } finally {
      cell.unlock();
    }
    if (answers != null) {
      answers.deliver();
    }
  }

  private static PrivateVersion placeOf(Claim claim) {
    return claim instanceof UseClaim use ? use.place() : (PrivateVersion) claim;
  }

  @Override
  protected boolean withdraw(ActorRequest request, Cell cell, PendingVerdicts answers) {
    if (!(cell.control() instanceof VersionQueue queue)) {
      return false;
    }
    boolean waited = queue.withdraw(request);
    queue.advance(answers);
    if (queue.isIdle()) {
      cell.control(null);
    }
    return waited;
  }

  @Override
  protected @Nullable PendingVerdicts end(Claim claim, Cell cell, boolean committed, long lsn) {
    PrivateVersion place = placeOf(claim);
    if (!place.ended()) {
      return null;
    }
    VersionQueue queue = requireNonNull((VersionQueue) cell.control());
    PendingVerdicts answers = new PendingVerdicts();
    UseClaim effective = queue.end(place, committed, lsn, answers);
    if (effective != null) {
      effects.applied(effective, cell.version());
    }
    queue.advance(answers);
    if (queue.isIdle()) {
      cell.control(null);
    }
    return answers;
  }

  @Override
  protected Claim reinstate(Granted granted, long position, long low) {
    Cell cell = granted.cell();
    VersionQueue queue = (VersionQueue) cell.control();
    if (queue == null) {
      queue = new VersionQueue(cell, discipline, maxSpeculative);
      cell.control(queue);
    }
    if (position >= 0) {
      cell.positionTaken(position);
    }
    return queue.reinstate(granted, position);
  }

  /** Gives no claims: {@link #commit} applies, so no committed effect is ever unapplied. */
  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.control() instanceof VersionQueue queue ? queue.unapplied() : cell.nextPosition();
  }
}
