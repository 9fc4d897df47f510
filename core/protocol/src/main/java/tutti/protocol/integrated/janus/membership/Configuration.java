package tutti.protocol.integrated.janus.membership;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.Group;

/**
 * A configuration of a shard: the hosts whose replicas count. Immutable.
 *
 * @param number counted from 1; 0 is that of a shard whose configuration never changes
 * @param voters the hosts whose answers decide: the fast path takes all of them, and everything
 *     else more than half
 * @param learners the hosts whose replicas execute, and are asked nothing
 */
public record Configuration(long number, SortedSet<Integer> voters, SortedSet<Integer> learners) {
  public Configuration {
    voters = Collections.unmodifiableSortedSet(new TreeSet<>(voters));
    learners = Collections.unmodifiableSortedSet(new TreeSet<>(learners));
  }

  /** The configuration of a shard that has these hosts for good. */
  public static Configuration fixed(List<Integer> hosts) {
    return new Configuration(0, new TreeSet<>(hosts), new TreeSet<>());
  }

  /** More than half of the voters: any two majorities have one in common. */
  public int majority() {
    return voters.size() / 2 + 1;
  }

  /** The fewest voters of which every majority has one. */
  public int fence() {
    return voters.size() - majority() + 1;
  }

  /** Returns whether a host executes: nothing is forgotten that such a host has not executed. */
  public boolean executes(int host) {
    return voters.contains(host) || learners.contains(host);
  }

  /** Appends this configuration's bytes. */
  public void encode(Encoder out) {
    out.putVarLong(number);
    encode(voters, out);
    encode(learners, out);
  }

  private static void encode(SortedSet<Integer> hosts, Encoder out) {
    out.putVarLong(hosts.size());
    hosts.forEach(out::putVarLong);
  }

  /**
   * Reads a configuration and leaves the bytes that follow it.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static Configuration decode(Decoder in) {
    return new Configuration(in.getVarLong(), hosts(in), hosts(in));
  }

  private static SortedSet<Integer> hosts(Decoder in) {
    SortedSet<Integer> hosts = new TreeSet<>();
    for (int left = in.getCount(Group.MOST_HOSTS); left > 0; left--) {
      hosts.add(in.getCount(Group.MOST_HOSTS));
    }
    return hosts;
  }
}
