package tutti.protocol.replication;

import java.util.ArrayList;
import java.util.List;

/**
 * The hosts that keep a replica of one shard, as the deployment file has them
 * (docs/rulings.md#replication). The first is preferred as leader: it stands for election before
 * the others do. Immutable.
 *
 * @param self the host of the machine that is given this group
 * @param hosts all hosts of the group, also {@code self}
 */
public record Group(int self, List<Integer> hosts) {

  /** No host's number is this high. */
  public static final int MOST_HOSTS = 1 << 16;

  public Group {
    hosts = List.copyOf(hosts);
    if (hosts.size() % 2 == 0 || hosts.stream().distinct().count() != hosts.size()) {
      throw new IllegalArgumentException(
          "a shard has an odd number of replicas, each on another host, not on " + hosts);
    }
    if (!hosts.contains(self)) {
      throw new IllegalArgumentException("host " + self + " has no replica: " + hosts + " have");
    }
    if (hosts.stream().anyMatch(host -> host < 0 || host >= MOST_HOSTS)) {
      throw new IllegalArgumentException("hosts are numbered from 0, not " + hosts);
    }
  }

  /** The hosts that may be away for good, and the shard still serves: f of 2f + 1. */
  public int mayFail() {
    return hosts.size() / 2;
  }

  /** The fewest hosts that are more than half: f + 1 of 2f + 1. */
  public int majority() {
    return hosts.size() / 2 + 1;
  }

  /** The group's hosts but this one, in the group's order. */
  public List<Integer> others() {
    return hosts.stream().filter(host -> host != self).toList();
  }

  /** The place of this host in the order in which hosts stand for election; 0 is first. */
  public int rank() {
    return hosts.indexOf(self);
  }

  /** Returns the other hosts, from the one behind this one on. */
  public List<Integer> othersInTurn() {
    List<Integer> others = new ArrayList<>(hosts.subList(rank() + 1, hosts.size()));
    others.addAll(hosts.subList(0, rank()));
    return others;
  }

  public boolean contains(int host) {
    return hosts.contains(host);
  }
}
