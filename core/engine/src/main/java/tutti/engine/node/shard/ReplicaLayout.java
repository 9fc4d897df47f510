package tutti.engine.node.shard;

import java.util.List;
import java.util.stream.IntStream;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.Disk;
import tutti.engine.journal.PrefixedDisk;

/**
 * The places of replicas on hosts, as the deployment has them.
 *
 * @param self this host
 * @param deployment whose nodes are the hosts
 */
public record ReplicaLayout(int self, Deployment deployment) {
  /** Places of replicas, where there are any. */
  public ReplicaLayout {
    if (!deployment.replication().active()) {
      throw new IllegalArgumentException("the deployment has no replicas");
    }
  }

  /** Returns how many hosts there are. */
  public int hosts() {
    return deployment.nodes().size();
  }

  /** Returns how many shards there are. */
  public int shards() {
    return deployment.shardCount();
  }

  /** Returns the hosts of a shard, the preferred leader first. */
  public List<Integer> hostsOf(int shard) {
    return deployment.replication().hostsOf(shard, deployment.nodes());
  }

  /** Returns the shards of which this host keeps a replica. */
  public List<Integer> own() {
    return IntStream.range(0, shards())
        .filter(shard -> hostsOf(shard).contains(self))
        .boxed()
        .toList();
  }

  /** Returns the files of a host's replica of a shard, as a disk of their own. */
  public static Disk files(Disk host, int shard) {
    return new PrefixedDisk(host, "s" + shard + "-");
  }

  /** Returns the number by which shards know this host's front. */
  public int front() {
    return shards() + self;
  }

  /** Returns the name of a host. */
  public String name(int host) {
    return deployment.nodes().get(host).name();
  }
}
