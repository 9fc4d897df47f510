package tutti.engine.concurrency.locking.row;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.CommitOrder;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.ShownEpochs;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.storage.Cell;

/**
 * A cell's control object while transactions work on the actor's rows: their claims and locks, the
 * waiting requests, and the claims that are about to write. Guarded by the cell's latch.
 */
final class LockTable implements InUse {
  private final RowLocks locks = new RowLocks();
  private final CommitOrder writers = new CommitOrder();
  private final LockQueue queue;
  private final Effects effects;
  private final List<RowLockClaim> claims = new ArrayList<>(2);
  private final List<WaitingRead> reads = new ArrayList<>(0);

  /** The epochs of the changes that have been committed since the table was made. */
  private final ShownEpochs shown;

  /**
   * A read of the whole actor.
   *
   * @param before the claims whose effects it must not miss
   */
  private record WaitingRead(ActorRequest request, List<RowLockClaim> before) {}

  /**
   * @param epoch of the node
   */
  LockTable(Effects effects, boolean byAge, long epoch) {
    this.effects = effects;
    this.shown = new ShownEpochs(epoch);
    this.queue = new LockQueue(locks, byAge);
  }

  /** Returns the table of a cell that some transaction has a claim on. */
  static LockTable of(Cell cell) {
    if (cell.control() instanceof LockTable table) {
      return table;
    }
    throw new IllegalStateException("no transaction works on the rows of " + cell.id());
  }

  LockQueue queue() {
    return queue;
  }

  void enter(RowLockClaim claim) {
    claims.add(claim);
  }

  /** Gives a lock, if no transaction is in its way. */
  boolean tryLock(RowLock lock, RowLockClaim claim) {
    if (locks.inTheWay(lock, claim.owner()) != null || queue.isBefore(lock, claim.owner())) {
      return false;
    }
    hold(lock, claim);
    return true;
  }

  private void hold(RowLock lock, RowLockClaim claim) {
    locks.hold(lock, claim);
    claim.sees();
  }

  /**
   * Gives a claim the next position. The claims behind its former place that have committed are
   * counted, if that place was the first.
   */
  void place(RowLockClaim claim) {
    writers.enter(claim, claim.cell().takePosition());
    writers.advance(claim.cell(), effects);
  }

  /** Gives a claim back the position that it had before a crash. */
  void placeAgain(RowLockClaim claim, long position, long low) {
    claim.cell().positionTaken(position);
    writers.enter(claim, position);
    claim.placed(position, low);
  }

  /**
   * Records that the claim's rows are written: transactions that see them wait for that record of
   * the log.
   */
  void written(RowLockClaim claim, long lsn) {
    if (!claim.isPlaced()) {
      place(claim);
    }
    claim.cell().observable(lsn);
    claim.decided(lsn);
    shown.add(claim.owner());
  }

  /** Ends a claim: releases its locks, and answers all requests that can be answered now. */
  void leave(RowLockClaim claim, PendingVerdicts answers) {
    if (!claim.isDecided()) {
      writers.leave(claim);
    }
    writers.advance(claim.cell(), effects);
    claims.remove(claim);
    locks.letGo(claim);
    answerReads(claim, answers);
    serve(claim.owner(), answers);
  }

  private void answerReads(RowLockClaim gone, PendingVerdicts answers) {
    if (reads.isEmpty()) {
      return;
    }
    reads.removeIf(
        read -> {
          read.before.remove(gone);
          if (read.before.isEmpty()) {
            // An epoch may have ended meanwhile: a snapshot of it has no newer changes without
            // these.
            find(claim -> shown.mayNotMiss(claim.owner()), read.before);
          }
          if (read.before.isEmpty()) {
            answers.add(read.request, Verdict.CurrentState.of(gone.cell()));
          }
          return read.before.isEmpty();
        });
  }

  /**
   * Gives the waiting requests the locks that they can have now.
   *
   * @param gone the participant that has released a lock
   */
  private void serve(Participant gone, PendingVerdicts answers) {
    queue.serve(
        gone,
        (request, lock) -> {
          RowLockClaim claim = RowLocking.claimOf(request);
          hold(lock, claim);
          answers.add(request, RowLocking.granted(claim));
        });
  }

  /** Takes a request back that waits. */
  boolean withdraw(ActorRequest request, PendingVerdicts answers) {
    if (reads.removeIf(read -> read.request == request)) {
      return true;
    }
    if (!queue.withdraw(request)) {
      return false;
    }
    serve(request.owner(), answers);
    return true;
  }

  // --- reads of the whole actor ---

  /**
   * Finds the claims that a read waits for. It must not miss some, whose rows are not written yet;
   * others keep rows that are written from being counted, and the read tells the version of what it
   * shows.
   *
   * @param that true only of claims that have executed: they write no more
   */
  private void find(Predicate<RowLockClaim> that, List<RowLockClaim> found) {
    long uncounted = writers.lastUncounted();
    for (RowLockClaim claim : claims) {
      boolean holdsUp = claim.isPlaced() && !claim.isDecided() && claim.place() < uncounted;
      if ((holdsUp || that.test(claim)) && claim.changes()) {
        found.add(claim);
      }
    }
  }

  /** Keeps a read, if it has to wait. */
  boolean mustWait(ActorRequest read) {
    List<RowLockClaim> before = new ArrayList<>(0);
    find(claim -> claim.owner().readsWait() || shown.mayNotMiss(claim.owner()), before);
    if (before.isEmpty()) {
      return false;
    }
    reads.add(new WaitingRead(read, before));
    return true;
  }

  // --- for looking at it ---

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    for (WaitingRead read : reads) {
      if (read.request == request) {
        read.before.forEach(claim -> sink.accept(claim.owner()));
      }
    }
    queue.blockers(request, sink);
  }

  long unapplied(Cell cell, Consumer<Claim> sink) {
    return writers.unapplied(cell, sink);
  }

  @Override
  public void uses(Consumer<Use> sink) {
    claims.forEach(claim -> sink.accept(new Use.Held(claim, Use.How.ROWS)));
    writers.forEach(
        claim -> {
          if (claim.isDecided()) {
            sink.accept(new Use.Held(claim, Use.How.DECIDED));
          }
        });
    queue.requests(request -> sink.accept(new Use.Waits(request, "")));
    reads.forEach(read -> sink.accept(new Use.Waits(read.request, "")));
  }

  boolean isIdle() {
    return claims.isEmpty() && writers.isEmpty() && queue.isEmpty() && reads.isEmpty();
  }
}
