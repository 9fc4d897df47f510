package tutti.engine.node.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reasons why a host with replicas waits, in words for a person. */
public record HostWaits(Layout layout) {

  /** Returns the names of the hosts that cannot be reached. */
  public List<String> missing(IntPredicate reached) {
    List<String> missing = new ArrayList<>();
    for (int host = 0; host < layout.hosts(); host++) {
      if (!reached.test(host)) {
        missing.add(layout.name(host));
      }
    }
    return missing;
  }

  /**
   * Returns the replicas that do not vote, and why, or that too few hosts can be reached; null if
   * nothing is wanting.
   *
   * @param replicas of this host
   * @param missing the names of the hosts that cannot be reached
   */
  public @Nullable String why(SortedMap<Integer, ReplicaState> replicas, List<String> missing) {
    String waits =
        replicas.entrySet().stream()
            .filter(each -> !each.getValue().votes())
            .map(this::why)
            .collect(Collectors.joining("; "));
    if (!waits.isEmpty()) {
      return waits;
    }
    int reached = layout.hosts() - missing.size();
    return 2 * reached > layout.hosts()
        ? null
        : "it reaches %s of %s hosts, itself included, and not %s"
            .formatted(reached, layout.hosts(), String.join(", ", missing));
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
