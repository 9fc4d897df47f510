package tutti.engine.node.replicated;

import java.util.List;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.shard.HostWaits;
import tutti.engine.node.shard.LeaderWatch;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.replication.ReplicaStatus;

/**
 * Whether clients should be sent to a host. They should not while a replica of it does not vote,
 * while it is cut off, and while it knows no leaders ({@link LeaderWatch}). Thread-safe.
 */
final class HostReadiness {
  private final ReplicaLayout layout;
  private final HostLinks links;
  private final RequestRouter front;
  private final LeaderWatch leaders;

  HostReadiness(ReplicaLayout layout, HostLinks links, RequestRouter front, LongSupplier nanos) {
    this.layout = layout;
    this.links = links;
    this.front = front;
    this.leaders = new LeaderWatch(nanos);
  }

  /** Returns the names of the hosts that cannot be reached. */
  List<String> missing() {
    return new HostWaits(layout, false).missing(links::isConnected);
  }

  /** Returns why the host should get no requests, in words for a person; null if it should. */
  @Nullable String notReady(SortedMap<Integer, ReplicaStatus> replicas, List<String> missing) {
    String waits = new HostWaits(layout, false).why(replicas, missing);
    if (waits == null) {
      waits =
          leaders.notReady(
              IntStream.range(0, layout.shards())
                  .filter(shard -> !front.reaches(shard))
                  .boxed()
                  .toList(),
              layout.shards());
    }
    return links.refusals().after(waits);
  }
}
