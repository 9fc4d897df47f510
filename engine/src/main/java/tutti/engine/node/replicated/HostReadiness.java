package tutti.engine.node.replicated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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
    List<String> missing = new ArrayList<>();
    for (int host = 0; host < layout.hosts(); host++) {
      if (!links.isConnected(host)) {
        missing.add(layout.name(host));
      }
    }
    return missing;
  }

  /** Returns why the host should get no requests, in words for a person; null if it should. */
  @Nullable String notReady(SortedMap<Integer, ReplicaState> replicas, List<String> missing) {
    String waits =
        replicas.entrySet().stream()
            .filter(each -> !each.getValue().votes())
            .map(this::why)
            .collect(Collectors.joining("; "));
    if (!waits.isEmpty()) {
      return waits;
    }
    int reached = layout.hosts() - missing.size();
    if (2 * reached <= layout.hosts()) {
      return "it reaches %d of %d hosts, itself included, and not %s"
          .formatted(reached, layout.hosts(), String.join(", ", missing));
    }
    if (!metAll) {
      List<Integer> unled =
          IntStream.range(0, layout.shards())
              .filter(shard -> !front.reaches(shard))
              .boxed()
              .toList();
      metAll = unled.isEmpty();
      return metAll ? null : "it has not met the leaders of shards " + unled + " yet";
    }
    return null;
  }

  private String why(Map.Entry<Integer, ReplicaState> each) {
    int shard = each.getKey();
    ReplicaState state = each.getValue();
    return switch (state.phase()) {
      case "forming" ->
          "shard "
              + shard
              + " is not formed yet: all its hosts have to be there for that, "
              + hosts(shard);
      case "restored" ->
          "shard "
              + shard
              + " is not formed yet: all its hosts have to be there for that, with what was restored"
              + " of the same backup: "
              + hosts(shard)
              + ". A host that is to join others that have gone on needs an empty folder";
      case "rejoining" ->
          ("its replica of shard %d rejoins: it has %d bytes of the log, and %d are missing. It waits"
                  + " for so many replicas that vote; if their disks are gone for good, begin anew"
                  + " from one that is left, without what was acknowledged and had not come to it:"
                  + " tutti shard reset --accept-loss")
              .formatted(shard, state.applied(), state.lag());
      default -> "its replica of shard " + shard + " is " + state.phase();
    };
  }

  private String hosts(int shard) {
    return layout.hostsOf(shard).stream().map(layout::name).collect(Collectors.joining(", "));
  }
}
