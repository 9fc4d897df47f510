package tutti.engine.transaction.seam;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.snapshot.RetainedVersions;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;

/**
 * The source of what procedures read apart from concurrency control: the snapshots of queries, on
 * all nodes, and what a dry run sees of other nodes. Thread-safe.
 */
public interface SnapshotSource {

  /** The result of {@link #take}. */
  sealed interface Result {}

  /**
   * A snapshot to read, until it is given back.
   *
   * @param kept the snapshot, on this node
   * @param sinceNanos it has all transactions that had ended by then, in the scheduler's
   *     nanoseconds
   */
  record Taken(RetainedVersions kept, long sinceNanos) implements Result {}

  /** The source has no snapshot now, for this reason. */
  record None(Reason.Unavailable reason) implements Result {}

  /**
   * Gives a snapshot that is old enough to be on all disks, and young enough for a query.
   *
   * @param stalenessNanos how old it may be by now
   * @param done is told once, on some thread
   */
  void take(TransactionId query, long stalenessNanos, long timeoutNanos, Consumer<Result> done);

  /**
   * Gives a query's snapshot back: the query has ended.
   *
   * @param lost whether the snapshot was not there any more on some node: then no query can use it
   */
  void giveBack(TransactionId query, long number, boolean lost);

  /**
   * Runs a query's call of an actor of another node, there, on the same snapshot.
   *
   * @param done is told once, on some thread
   */
  void call(int node, SnapshotCall call, Consumer<SnapshotEnd> done);

  /**
   * Reads the decided state of an actor of another node, for a dry run.
   *
   * @param done is called once, on some thread; with null if the node does not answer
   */
  void read(ActorId actor, long timeoutNanos, Consumer<@Nullable ActorState> done);

  /**
   * Runs a call of an actor of another node there, dry.
   *
   * @param done is told once, on some thread
   */
  void dryRun(int node, DryCall call, Consumer<DryCall.End> done);

  /**
   * The end of a {@link SnapshotCall}.
   *
   * @param failure why the query fails, or null
   */
  record SnapshotEnd(@Nullable Reason failure, RemoteEnd end) {
    /** Returns the end of a call that failed. */
    public static SnapshotEnd failed(Reason why) {
      return new SnapshotEnd(why, RemoteEnd.GIVEN_UP);
    }
  }
}
