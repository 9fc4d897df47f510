package tutti.engine.node;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.operator.PhaseCount;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transport.TransportStatistics;

/**
 * A node's counters and gauges at one moment. Times are in nanoseconds.
 *
 * @param outcomes ended transactions by outcome and reason code: {@code committed}, {@code
 *     refused/precondition}, {@code aborted/deadlock}, {@code in-doubt}, …
 * @param inFlight root transactions running now
 * @param delayed requests that waited so far
 * @param waiting requests that wait now
 * @param retries transactions tried again after a deadlock, a conflict or a vote that was not given
 * @param deadlocks found so far
 * @param deadlocksAcrossNodes deadlocks over several nodes
 * @param actors in memory now
 * @param journalRecords appended so far
 * @param journalBytes appended so far
 * @param journalFlushes so far
 * @param checkpoints made so far
 * @param idempotencyKeys kept now
 * @param oldestIdempotencyKeyNanos age of the oldest
 * @param backlog tasks queued at executors now
 * @param coordinating transactions over several nodes that this one coordinates now
 * @param branches of other nodes' transactions here now
 * @param inDoubt parts of transactions here that have voted Yes and do not know how they end
 * @param snapshots that rows are kept for now
 * @param snapshotRows that are kept for them
 * @param committing the state of commit protocols, and the transactions that people have ended
 * @param traffic with other nodes, or null if there are none
 */
public record NodeStatistics(
    Map<String, Long> outcomes,
    long inFlight,
    long delayed,
    long waiting,
    long retries,
    long deadlocks,
    long deadlocksAcrossNodes,
    long actors,
    long journalRecords,
    long journalBytes,
    long journalFlushes,
    long checkpoints,
    long idempotencyKeys,
    long oldestIdempotencyKeyNanos,
    long backlog,
    long coordinating,
    long branches,
    List<ProgressReport.InDoubt> inDoubt,
    long snapshots,
    long snapshotRows,
    Committing committing,
    @Nullable TransportStatistics traffic) {

  /**
   * The commit protocol's part.
   *
   * @param phases how many machines are where
   * @param oldestDoubtNanos for how long one part has been in doubt since this start
   * @param resolved how many were ever resolved by hand here, by the knowledge about them
   */
  public record Committing(
      Map<PhaseCount.Of, Integer> phases,
      long oldestDoubtNanos,
      Map<Resolution.State, Integer> resolved) {
    /** The statistics of a node without others. */
    public static final Committing NONE = new Committing(Map.of(), 0, Map.of());
  }
}
