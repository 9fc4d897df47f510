package tutti.engine.node.shard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.replication.ReplicaStatus;

/**
 * The reasons why a host with replicas waits, in words for a person.
 *
 * @param integrated whether its protocol is TAPIR or Janus: a shard of these is not begun anew from
 *     one replica
 */
record HostWaits(ReplicaLayout layout, boolean integrated) {

  /** Returns the names of the hosts that cannot be reached. */
  List<String> missing(IntPredicate reached) {
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
  @Nullable String why(SortedMap<Integer, ReplicaStatus> replicas, List<String> missing) {
    List<String> waits = new ArrayList<>();
    // What several shards wait for alike is said once: of a new cluster, that all of them do.
    Map<String, List<Integer>> alike = new LinkedHashMap<>();
    replicas.forEach(
        (shard, state) -> {
          if (unformed(state)) {
            alike
                .computeIfAbsent(state.phase() + " " + hosts(shard), _ -> new ArrayList<>())
                .add(shard);
          } else if (!state.votes()) {
            waits.add(why(shard, state));
          }
        });
    alike.forEach((_, shards) -> waits.add(unformed(shards, replicas)));
    if (!waits.isEmpty()) {
      return String.join("; ", waits);
    }
    int reached = layout.hosts() - missing.size();
    return 2 * reached > layout.hosts()
        ? null
        : "it reaches %s of %s hosts, itself included, and not %s"
            .formatted(reached, layout.hosts(), String.join(", ", missing));
  }

  private static boolean unformed(ReplicaStatus state) {
    return !state.votes() && (state.phase().equals("forming") || state.phase().equals("restored"));
  }

  /** Says what shards of the same hosts wait for. */
  private String unformed(List<Integer> shards, SortedMap<Integer, ReplicaStatus> replicas) {
    int first = shards.getFirst();
    ReplicaStatus state = replicas.get(first);
    boolean restored = state != null && state.phase().equals("restored");
    String which =
        shards.size() == 1
            ? "shard " + first + " is not formed yet: all its hosts"
            : "shards "
                + shards.stream()
                    .limit(shards.size() - 1L)
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "))
                + " and "
                + shards.getLast()
                + " are not formed yet: all their hosts";
    return which
        + " have to be there for that, "
        + (restored ? "with what was restored of the same backup: " : "")
        + hosts(first)
        + (restored
            ? ". A host that is to join others that have gone on needs an empty folder"
            : "");
  }

  private String why(int shard, ReplicaStatus state) {
    return switch (state.phase()) {
      case "rejoining" ->
          ("its replica of shard %d rejoins: it has %d bytes of the log, and %s. It waits for so many"
                  + " replicas that vote; if their disks are gone for good, %s")
              .formatted(
                  shard,
                  state.applied(),
                  state.lag() > 0
                      ? state.lag() + " are missing"
                      : "no leader says how many there are",
                  integrated
                      ? "all nodes begin anew from the newest backup: tutti restore"
                      : "begin anew from one that is left, without what was acknowledged and had"
                          + " not come to it: tutti shard reset --accept-loss");
      default -> "its replica of shard " + shard + " is " + state.phase();
    };
  }

  private String hosts(int shard) {
    return layout.hostsOf(shard).stream()
        .sorted()
        .map(layout::name)
        .collect(Collectors.joining(", "));
  }
}
