package tutti.engine.node.replicated;

import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.shard.HostWaits;
import tutti.engine.node.shard.Layout;
import tutti.engine.node.shard.ReplicaState;

/**
 * Whether clients should be sent to a host. They should not while a replica of it does not vote,
 * while it is cut off, and until it has met a leader of each shard; a leader that is lost later is
 * soon replaced, and requests wait for that. Thread-safe.
 */
final class HostReadiness {
  private final Layout layout;
  private final HostLinks links;
  private final Front front;
  private volatile boolean metAll;

  HostReadiness(Layout layout, HostLinks links, Front front) {
    this.layout = layout;
    this.links = links;
    this.front = front;
  }

  /** Returns the names of the hosts that cannot be reached. */
  List<String> missing() {
    return new HostWaits(layout).missing(links::isConnected);
  }

  /** Returns why the host should get no requests, in words for a person; null if it should. */
  @Nullable String notReady(SortedMap<Integer, ReplicaState> replicas, List<String> missing) {
    String waits = new HostWaits(layout).why(replicas, missing);
    if (waits != null) {
      return links.refusals().after(waits);
    }
    if (!metAll) {
      List<Integer> unled =
          IntStream.range(0, layout.shards())
              .filter(shard -> !front.reaches(shard))
              .boxed()
              .toList();
      metAll = unled.isEmpty();
      return links
          .refusals()
          .after(metAll ? null : "it has not met the leaders of shards " + unled + " yet");
    }
    return null;
  }
}
