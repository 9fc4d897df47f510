package tutti.engine.node.shard;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.replication.StoppedShard;

/**
 * The part of its replicas in whether clients should be sent to a host. They should not while a
 * shard is stopped there, while a replica of it does not vote, while it is cut off, and while it
 * knows no leaders ({@link LeaderWatch}). Thread-safe.
 */
public final class HostReadiness {
  private final ReplicaLayout layout;
  private final HostWaits waits;
  private final IntPredicate connected;
  private final Refusals refusals;
  private final LeaderWatch leaders;

  /**
   * @param integrated whether the protocol of the replicas is TAPIR or Janus
   * @param connected tells whether a host can be reached; this one always
   * @param refusals of sessions with other hosts
   * @param nanos gives the time, in nanoseconds from any origin
   */
  public HostReadiness(
      ReplicaLayout layout,
      boolean integrated,
      IntPredicate connected,
      Refusals refusals,
      LongSupplier nanos) {
    this.layout = layout;
    this.waits = new HostWaits(layout, integrated);
    this.connected = connected;
    this.refusals = refusals;
    this.leaders = new LeaderWatch(nanos);
  }

  /** Returns the names of the hosts that cannot be reached. */
  public List<String> missing() {
    return waits.missing(connected);
  }

  /**
   * Returns which shards are stopped on this host, in words for a person; null if none is.
   *
   * @param stopped tells why the replica of a shard here is stopped, or null
   */
  public @Nullable String stoppedShards(IntFunction<@Nullable StoppedShard> stopped) {
    String all =
        layout.own().stream()
            .map(stopped::apply)
            .filter(Objects::nonNull)
            .map(StoppedShard::text)
            .collect(Collectors.joining("; "));
    return all.isEmpty() ? null : all;
  }

  /**
   * Returns why the host should get no requests, in words for a person; null if it should.
   *
   * @param replicas of this host
   * @param missing the names of the hosts that cannot be reached
   * @param unled the shards of which this host knows no leader now
   * @param shards how many it looks at for that
   */
  public @Nullable String notReady(
      SortedMap<Integer, ReplicaStatus> replicas,
      List<String> missing,
      List<Integer> unled,
      int shards) {
    String why = waits.why(replicas, missing);
    return refusals.after(why == null ? leaders.notReady(unled, shards) : why);
  }
}
