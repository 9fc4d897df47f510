package tutti.engine.node.shard;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A look at the leaders of shards for a host's readiness. A host that has just started waits until
 * it has met a leader of each, but for ten seconds at most while it knows some: shards without a
 * majority keep nobody from the others. A host that has known no leader at all for as long serves
 * nobody; one that is lost alone is mostly replaced within a second, and requests wait for that.
 * Thread-safe.
 *
 * <p>For example, two of three hosts come back with empty disks: the third votes, and reaches both,
 * but nobody can be elected, and ten seconds later it says so.
 */
final class LeaderWatch {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier nanos;
  private final long begun;
  private boolean metAll;

  /** The time of the newest look that has found some leader. */
  private long led;

  /**
   * @param nanos gives the time, in nanoseconds from any origin
   */
  LeaderWatch(LongSupplier nanos) {
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
    this.led = begun;
  }

  /**
   * Returns why the host should get no requests, in words for a person; null if it should.
   *
   * @param unled the shards of which it knows no leader now
   * @param shards how many it looks at
   */
  synchronized @Nullable String notReady(List<Integer> unled, int shards) {
    long now = nanos.getAsLong();
    boolean none = shards > 0 && unled.size() == shards;
    led = none ? led : now;
    metAll |= unled.isEmpty();
    if (!metAll && (none || now - begun <= PATIENCE_NANOS)) {
      return "it has not met the leaders of shards " + unled + " yet";
    }
    return none && now - led > PATIENCE_NANOS
        ? "it has known no leader of any shard for more than ten seconds: too few replicas that vote"
            + " can be reached"
        : null;
  }
}
