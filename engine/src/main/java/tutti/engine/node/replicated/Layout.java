package tutti.engine.node.replicated;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The places of replicas: shard {@code i} is on the host of its number, which is preferred as its
 * leader, and on those that follow, in a ring.
 *
 * @param self this host
 * @param hosts how many there are
 * @param shards how many there are, at most one for each host
 * @param replicas of each shard, an odd number
 */
record Layout(int self, int hosts, int shards, int replicas) {
  Layout {
    if (replicas % 2 == 0 || replicas > hosts || shards < 1 || shards > hosts) {
      throw new IllegalArgumentException(
          shards + " shards with " + replicas + " replicas do not fit on " + hosts + " hosts");
    }
  }

  /** Returns the hosts of a shard, the preferred leader first. */
  List<Integer> hostsOf(int shard) {
    return IntStream.range(0, replicas).mapToObj(place -> (shard + place) % hosts).toList();
  }

  /** Returns the shards of which this host keeps a replica. */
  List<Integer> own() {
    return IntStream.range(0, shards)
        .filter(shard -> hostsOf(shard).contains(self))
        .boxed()
        .toList();
  }

  /** Returns the number by which shards know this host's front. */
  int front() {
    return shards + self;
  }
}
