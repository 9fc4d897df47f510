package tutti.engine.transaction;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.snapshot.Kept;

/** Where queries get the snapshots that they read, on all nodes. Thread-safe. */
public interface SnapshotSource {

  /** What becomes of {@link #take}. */
  sealed interface Result {}

  /**
   * A snapshot to read, until it is given back.
   *
   * @param kept it, on this node
   * @param sinceNanos it has all that had ended by then, in the scheduler's nanoseconds
   */
  record Taken(Kept kept, long sinceNanos) implements Result {}

  /** There is none now, and why. */
  record None(Reason.Unavailable reason) implements Result {}

  /**
   * Gives a snapshot that is old enough to be on all disks, and young enough for a query.
   *
   * @param stalenessNanos how old it may be by now
   * @param done is told once, on some thread
   */
  void take(TransactionId query, long stalenessNanos, long timeoutNanos, Consumer<Result> done);

  /**
   * A query has ended.
   *
   * @param lost whether the snapshot was not there any more on some node: nobody can use it
   */
  void giveBack(TransactionId query, long number, boolean lost);

  /**
   * Runs a query's call of an actor of another node, there, on the same snapshot.
   *
   * @param done is told once, on some thread
   */
  void call(int node, SnapshotCall call, Consumer<SnapshotEnd> done);

  /**
   * The end of a {@link SnapshotCall}.
   *
   * @param failure why the query fails, or null
   */
  record SnapshotEnd(@Nullable Reason failure, RemoteEnd end) {
    /** It failed. */
    public static SnapshotEnd failed(Reason why) {
      return new SnapshotEnd(why, RemoteEnd.GIVEN_UP);
    }
  }
}
