package tutti.engine.deployment;

import com.typesafe.config.ConfigUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment.Replication;
import tutti.protocol.commit.Assumption;

/**
 * The settings that all nodes must share, as text and as a number that never differs between runs.
 */
final class Fingerprint {
  private Fingerprint() {}

  /** The key of the time that may differ, but not by much. */
  private static final String ELECTION = "shards.election-timeout";

  /** A value that is longer is told as a number. */
  private static final int LONG = 256;

  /** The number for a deployment. Different ones are all but sure to differ. */
  static long of(Deployment deployment) {
    return hash(equal(deployment).toString());
  }

  /**
   * Returns the settings on which nodes must agree before one may send or store anything for
   * another, by their keys: what is equal on all of them, and the election timeout in milliseconds.
   */
  static SortedMap<String, String> agreed(Deployment deployment) {
    SortedMap<String, String> all = equal(deployment);
    if (deployment.replication().active()) {
      all.put(ELECTION, String.valueOf(deployment.replication().electionTimeout().toMillis()));
    }
    all.replaceAll(
        (key, text) -> text.length() <= LONG ? text : "#" + Long.toHexString(hash(text)));
    return all;
  }

  private static SortedMap<String, String> equal(Deployment deployment) {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("nodes", text(deployment.nodes().stream().map(NodeAddress::name).toList()));
    all.put("placement", nodePlacement(deployment));
    all.put("concurrency-control", deployment.concurrencyControl().name());
    all.put("isolation", text(deployment.isolation()));
    all.put("durability", text(deployment.durability()));
    all.put("commit", deployment.commit().longName());
    all.put("assume", text(deployment.commitment().assume()));
    if (deployment.commitment().assume() == Assumption.SYNCHRONOUS_CRASH) {
      // A node takes another one for crashed that is silent for so long.
      all.put("assume.delay-bound", text(deployment.commitment().delayBound()));
    }
    all.put("paxos-commit.f", text(deployment.commitment().paxosFailures()));
    if (deployment.replication().active()) {
      replicas(deployment, all);
    }
    return all;
  }

  private static String text(Object value) {
    return String.valueOf(value);
  }

  /** The shards and their replicas, and what each replica keeps of what all have. */
  private static void replicas(Deployment deployment, Map<String, String> all) {
    Replication replication = deployment.replication();
    all.put("replication", text(replication.protocol()));
    all.put("shards.count", text(deployment.shardCount()));
    all.put("shards.replicas", text(replication.replicas()));
    all.put("shards.leaders", text(replication.leaders()));
    all.put("shards.layout", text(replication.layout()));
    if (replication.reads().byLease()) {
      // Leases are equally long on all replicas.
      all.put("shards.lease", text(replication.reads().length(replication.electionTimeout())));
      all.put("assume.clock-drift", text(replication.reads().clockDrift()));
    }
    // Each replica forgets keys by its own settings, and the next leader answers by what it has.
    all.put("idempotency.keep", text(deployment.idempotency().keep()));
    all.put("idempotency.max-keys", text(deployment.idempotency().maxKeys()));
    if (replication.protocol() == Replication.Protocol.TAPIR) {
      all.put("tapir.validation", deployment.tapir().strict() ? "newest" : "timestamps");
    }
    if (replication.protocol() == Replication.Protocol.JANUS) {
      // All hosts refuse the same transactions.
      all.put(
          "journal.segment-size, as far as a transaction's bytes hang on it",
          text(Integrated.Janus.mostBytes(deployment.journal().segmentBytes())));
    }
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
