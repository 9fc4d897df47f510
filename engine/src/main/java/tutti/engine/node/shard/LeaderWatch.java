package tutti.engine.node.shard;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A look at the leaders of shards for a host's readiness. The host is not ready until it has met a
 * leader of each; one that is lost later is mostly replaced within a second, and requests wait for
 * that, so only a shard that stays without one for longer counts. Thread-safe.
 *
 * <p>For example, two of three hosts come back with empty disks: the third votes, and reaches both,
 * but nobody can be elected, and ten seconds later it says so.
 */
public final class LeaderWatch {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier nanos;
  private boolean metAll;

  /** The time since which looks have found no leader, by shard. */
  private final TreeMap<Integer, Long> lost = new TreeMap<>();

  /**
   * @param nanos gives the time, in nanoseconds from any origin
   */
  public LeaderWatch(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Returns why the host should get no requests, in words for a person; null if it should.
   *
   * @param unled the shards of which it knows no leader now
   */
  public synchronized @Nullable String notReady(List<Integer> unled) {
    metAll |= unled.isEmpty();
    long now = nanos.getAsLong();
    lost.keySet().retainAll(unled);
    unled.forEach(shard -> lost.putIfAbsent(shard, now));
    if (!metAll) {
      return "it has not met the leaders of shards " + unled + " yet";
    }
    TreeSet<Integer> leaderless = new TreeSet<>();
    lost.forEach(
        (shard, since) -> {
          if (now - since > PATIENCE_NANOS) {
            leaderless.add(shard);
          }
        });
    return leaderless.isEmpty()
        ? null
        : "shards "
            + leaderless
            + " have no leader for more than ten seconds: too few replicas that vote can be reached";
  }
}
