package tutti.engine.deployment;

import com.typesafe.config.ConfigUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment.Replication;

/**
 * The settings that all nodes must share, as text and as a number that never differs between runs.
 */
final class Fingerprint {
  private Fingerprint() {}

  /** The number for a deployment. Different ones are all but sure to differ. */
  static long of(Deployment deployment) {
    return hash(
        "nodes="
            + deployment.nodes().stream().map(NodeAddress::name).toList()
            + "\nplacement="
            + nodePlacement(deployment)
            + "\nconcurrency-control="
            + deployment.concurrencyControl().name()
            + "\nisolation="
            + deployment.isolation()
            + "\ndurability="
            + deployment.durability()
            + "\ncommit="
            + deployment.commit().longName()
            + "\nassume="
            + deployment.commitment().assume()
            + "\npaxos-commit.f="
            + deployment.commitment().paxosFailures()
            + replicas(deployment));
  }

  /** The shards and their replicas; nothing without replicas. */
  private static String replicas(Deployment deployment) {
    Replication replication = deployment.replication();
    return replication.active()
        ? "\nreplication="
            + replication.protocol()
            + "\nshards="
            + deployment.shardCount()
            + "\nreplicas="
            + replication.replicas()
            + "\nleaders="
            + replication.leaders()
            + "\nlayout="
            + replication.layout()
            + leases(replication)
            + (replication.protocol() == Replication.Protocol.TAPIR
                ? "\nvalidation=" + deployment.tapir().strict()
                : "")
            + (replication.protocol() == Replication.Protocol.JANUS
                ? "\nmost-bytes=" + Integrated.Janus.mostBytes(deployment.journal().segmentBytes())
                : "")
        : "";
  }

  /**
   * The leases, which are equally long on all replicas; nothing without, so that hosts of a version
   * without leases agree.
   */
  private static String leases(Replication replication) {
    return replication.reads().byLease()
        ? "\nlease="
            + replication.reads().length(replication.electionTimeout())
            + "\nclock-drift="
            + replication.reads().clockDrift()
        : "";
  }

  /**
   * Returns the placement on nodes as text: {@code hash}, or per type the keys with which the
   * second node begins, the third, and so on. The container of an actor makes no difference.
   */
  static String nodePlacement(Deployment deployment) {
    if (deployment.shardCount() == 1
        || !(deployment.placement() instanceof Placement.Range(Map<String, List<String>> splits))
        || splits.isEmpty()) {
      return "hash";
    }
    StringBuilder text = new StringBuilder("range");
    new TreeMap<>(splits)
        .forEach(
            (type, keys) ->
                text.append(' ')
                    .append(type)
                    .append('=')
                    .append(firstKeys(keys, deployment.containers())));
    return text.toString();
  }

  /** Returns the keys in quotes, so that a key with a comma is not two keys. */
  private static List<String> firstKeys(List<String> splits, int containers) {
    List<String> first = new ArrayList<>();
    for (int i = containers - 1; i < splits.size(); i += containers) {
      first.add(ConfigUtil.quoteString(splits.get(i)));
    }
    return first;
  }

  /** Returns the FNV-1a hash over UTF-16. */
  private static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }
}
