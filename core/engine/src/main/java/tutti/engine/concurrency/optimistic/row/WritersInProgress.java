package tutti.engine.concurrency.optimistic.row;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.CommitOrder;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.ShownEpochs;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.WriterClaim;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.Cell;

/**
 * A cell's control object while transactions have rows of it locked, or reads wait for them.
 * Guarded by the cell's latch.
 */
final class WritersInProgress extends CommitOrder implements InUse {
  private final ArrayDeque<Read> reads = new ArrayDeque<>(0);

  /** The epochs of the claims that have been committed since this object was made. */
  private final ShownEpochs shown;

  /**
   * A read that waits.
   *
   * @param before the position in the commit order: the read waits for the claims before it
   */
  private record Read(ActorRequest request, long before) {}

  private WritersInProgress(long epoch) {
    shown = new ShownEpochs(epoch);
  }

  /** Returns the writers of a cell. */
  static WritersInProgress at(Cell cell, Snapshots snapshots) {
    if (cell.control() instanceof WritersInProgress writers) {
      return writers;
    }
    WritersInProgress writers = new WritersInProgress(snapshots.epoch());
    cell.control(writers);
    return writers;
  }

  /**
   * Counts the committed claims at the head of the commit order, and answers reads that need not
   * wait any more.
   */
  void advance(Cell cell, Effects effects, PendingVerdicts answers) {
    advance(cell, effects);
    for (int left = reads.size(); left > 0; left--) {
      Read read = reads.removeFirst();
      if (mustWait(read.before)) {
        reads.addLast(read);
      } else {
        answers.add(read.request, Verdict.CurrentState.of(cell));
      }
    }
    if (isEmpty() && reads.isEmpty()) {
      cell.control(null);
    }
  }

  /**
   * Returns whether a read must wait. It waits for a writer before this position that may have
   * committed and is not counted yet, since the writer is prepared, or is decided behind one that
   * is not; or for a writer that may be of an earlier epoch than what the read would show.
   */
  boolean mustWait(long before) {
    return any(
        claim ->
            (claim.place() < before && (claim.isDecided() || claim.owner().readsWait()))
                || shown.mayNotMiss(claim.owner()));
  }

  /** Records that a claim is being committed: its rows can be seen soon. */
  void commits(WriterClaim claim) {
    shown.add(claim.owner());
  }

  /** Whether another participant is about to write. */
  boolean hasOther(Participant owner) {
    return any(claim -> claim.owner() != owner && !claim.isDecided());
  }

  void await(ActorRequest read, long before) {
    reads.addLast(new Read(read, before));
  }

  boolean withdraw(ActorRequest request) {
    return reads.removeIf(read -> read.request == request);
  }

  /** Gives the participants that a read waits for. */
  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    for (Read read : reads) {
      if (read.request == request) {
        forEach(
            claim -> {
              if (!claim.isDecided()
                  && (claim.place() < read.before || shown.mayNotMiss(claim.owner()))) {
                sink.accept(claim.owner());
              }
            });
      }
    }
  }

  @Override
  public void uses(Consumer<Use> sink) {
    forEach(
        claim ->
            sink.accept(
                new Use.Held(claim, claim.isDecided() ? Use.How.DECIDED : Use.How.IN_PROGRESS)));
    reads.forEach(read -> sink.accept(new Use.Waits(read.request, "")));
  }
}
