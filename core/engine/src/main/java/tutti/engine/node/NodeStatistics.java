package tutti.engine.node;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.operator.PhaseCount;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transport.TransportStatistics;

/**
 * A node's counters and gauges at one moment. Times are in nanoseconds.
 *
 * @param committing the state of commit protocols, and the transactions that people have ended
 * @param traffic with other nodes, or null if there are none
 */
public record NodeStatistics(
    Transactions transactions,
    Waits waits,
    Containers containers,
    Log log,
    Kept kept,
    Members members,
    Committing committing,
    @Nullable TransportStatistics traffic) {

  /**
   * The root transactions.
   *
   * @param outcomes ended transactions by outcome and reason code: {@code committed}, {@code
   *     refused/precondition}, {@code aborted/deadlock}, {@code in-doubt}, …
   * @param inFlight running now
   * @param retriesByCause how often a transaction began anew, by every cause there is
   */
  public record Transactions(
      Map<String, Long> outcomes, long inFlight, Map<RetryCause, Long> retriesByCause) {

    /** Returns how often transactions have begun anew. */
    public long retries() {
      return retriesByCause.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * The requests to actors that have to wait.
   *
   * @param delayed requests that waited so far
   * @param waiting requests that wait now
   * @param deadlocks found so far
   * @param deadlocksAcrossNodes those of them over several nodes
   */
  public record Waits(long delayed, long waiting, long deadlocks, long deadlocksAcrossNodes) {}

  /**
   * The containers.
   *
   * @param actors in memory now
   * @param backlog tasks queued at executors now
   */
  public record Containers(long actors, long backlog) {}

  /** The journal and its checkpoints, so far. */
  public record Log(long records, long bytes, long flushes, long checkpoints) {}

  /**
   * The data that is kept for a while.
   *
   * @param keys idempotency keys now
   * @param keyBytes of them and the results that they stand for, approximately
   * @param oldestKeyNanos age of the oldest
   * @param outcomeBytes of results and reasons that are kept for clients that ask again
   * @param snapshots that rows are kept for now
   * @param snapshotRows that are kept for them
   */
  public record Kept(
      long keys,
      long keyBytes,
      long oldestKeyNanos,
      long outcomeBytes,
      long snapshots,
      long snapshotRows) {}

  /**
   * The members of commitments over several nodes.
   *
   * @param coordinating transactions that this node coordinates now
   * @param branches of other nodes' transactions here now
   * @param inDoubt parts of transactions here that have voted Yes and do not know how they end
   */
  public record Members(long coordinating, long branches, List<ProgressReport.InDoubt> inDoubt) {}

  /**
   * The part of an integrated protocol.
   *
   * @param open how many transactions replicas here keep
   * @param leftOut how many replicas lack what was settled here without them
   * @param counted what has happened so far, by its names
   */
  public record Integrated(long open, long leftOut, Map<String, Long> counted) {
    /** The statistics of a node without such a protocol. */
    public static final Integrated NONE = new Integrated(0, 0, Map.of());
  }

  /**
   * The commit protocol's part.
   *
   * @param phases how many machines are where
   * @param oldestDoubtNanos for how long one part has been in doubt since this start
   * @param resolved how many were ever resolved by hand here, by the knowledge about them
   * @param integrated the part of an integrated protocol
   */
  public record Committing(
      Map<PhaseCount.Of, Integer> phases,
      long oldestDoubtNanos,
      Map<Resolution.State, Integer> resolved,
      Integrated integrated) {
    /** The statistics of a node without others. */
    public static final Committing NONE = new Committing(Map.of(), 0, Map.of());

    /** The statistics of a commit protocol, which is not integrated with others. */
    public Committing(
        Map<PhaseCount.Of, Integer> phases,
        long oldestDoubtNanos,
        Map<Resolution.State, Integer> resolved) {
      this(phases, oldestDoubtNanos, resolved, Integrated.NONE);
    }

    /** Returns the statistics of an integrated protocol. */
    public static Committing of(Integrated integrated) {
      return new Committing(Map.of(), 0, Map.of(), integrated);
    }
  }
}
