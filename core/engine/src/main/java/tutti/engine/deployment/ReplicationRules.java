package tutti.engine.deployment;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Layout;
import tutti.engine.deployment.text.Units;
import tutti.protocol.commit.Assumption;

/**
 * The rules of shards with replicas over several keys (docs/rulings.md#replication): what does not
 * fit together, each with a remedy.
 */
final class ReplicationRules {
  /** With clocks that differ more, a leader relies on less than two thirds of its leases. */
  private static final double MOST_DRIFT = 0.2;

  /** The least segment of a log that has records of whole views, or of a transaction's values. */
  private static final long LEAST_SEGMENT = 256 << 10;

  private ReplicationRules() {}

  static void check(Deployment deployment, Problems problems) {
    Replication replication = deployment.replication();
    int hosts = deployment.nodes().size();
    int replicas = replication.replicas();
    if (replicas % 2 == 0) {
      problems.add(
          "shards.replicas = %d is even: one more would survive no more hosts than %d do; take %d,"
              + " or %d",
          replicas, replicas - 1, replicas - 1, replicas + 1);
    } else if (hosts < replicas) {
      problems.add(
          "shards.replicas = %d needs as many nodes, and %s: each replica is on another one. Name"
              + " more nodes, or leave %s out",
          replicas,
          hosts == 0 ? "the deployment names none" : "there are " + hosts,
          deployment.integrated() ? DeploymentKeys.INTEGRATED : "replication");
    } else {
      places(replication, deployment.nodes(), problems);
    }
    if (deployment.integrated()) {
      integrated(deployment, problems);
      return;
    }
    mechanisms(deployment, problems);
    if (replication.reads().byLease()) {
      leases(replication, problems);
    }
  }

  private static void integrated(Deployment deployment, Problems problems) {
    String protocol = deployment.replication().protocol().setting();
    if (deployment.durability() != Durability.SYNC) {
      problems.add(
          "%s needs durability = sync in this version: a replica says only what it has on its disk",
          protocol);
    }
    if (deployment.journal().segmentBytes() < LEAST_SEGMENT) {
      problems.add(
          "%s needs journal.segment-size = %s or more: a transaction may have a share of it, and"
              + " would have to be small",
          protocol, Units.text(LEAST_SEGMENT));
    }
    if (deployment.replication().reads().byLease()) {
      problems.add(
          "shards.reads = lease does not go with %s, which has no leader that could have a lease:"
              + " leave it out",
          protocol);
    }
  }

  /** Leases hang on clocks, and must not make a failover longer. */
  private static void leases(Replication replication, Problems problems) {
    double drift = replication.reads().clockDrift();
    if (drift == 0) {
      problems.add(
          "shards.reads = lease relies on clocks that run at nearly one rate on all nodes: say"
              + " assume.clock-drift = the largest share by which one of them may run fast or slow"
              + " (0.01 is one in a hundred, far more than clocks that NTP keeps), or take"
              + " shards.reads = read-index, which relies on no clock");
    } else if (drift > MOST_DRIFT) {
      problems.add(
          "assume.clock-drift = %s is more than %s: a leader would hardly have a lease. Take"
              + " shards.reads = read-index, which relies on no clock",
          drift, MOST_DRIFT);
    }
    Duration election = replication.electionTimeout();
    Duration lease = replication.reads().length(election);
    if (lease.compareTo(election) > 0) {
      problems.add(
          "shards.lease = %s is longer than shards.election-timeout = %s: no other leader could"
              + " come before it is over. Take a shorter lease, or leave it out: auto is the"
              + " election timeout",
          Units.text(lease), Units.text(election));
    } else if (lease.multipliedBy(2).compareTo(election) < 0) {
      problems.add(
          "shards.lease = %s is less than half of shards.election-timeout = %s: a leader is heard"
              + " five times in that time, and its lease would be over before the next is granted."
              + " Take a longer one, or leave it out: auto is the election timeout",
          Units.text(lease), Units.text(election));
    }
  }

  private static void places(Replication replication, List<NodeAddress> hosts, Problems problems) {
    int shards = replication.shards(hosts.size());
    boolean apart = replication.layout() == Layout.APART;
    if (apart && hosts.size() != shards * replication.replicas()) {
      problems.add(
          "shards.layout = apart needs a node for each replica of each shard: %d shards of %d"
              + " replicas need %d nodes, not %d. Take layout = ring, or another number of nodes or"
              + " shards",
          shards, replication.replicas(), shards * replication.replicas(), hosts.size());
      return;
    }
    if (replication.layout() == Layout.REGIONS && hosts.size() % replication.replicas() != 0) {
      problems.add(
          "shards.layout = regions needs as many nodes in each region, and %d nodes are not %d equal"
              + " regions, one for each replica of a shard. Take layout = ring, or another number of"
              + " nodes",
          hosts.size(), replication.replicas());
      return;
    }
    if (shards > hosts.size()) {
      problems.add(
          "shards.count = %d is more than one for each of %d nodes: each shard begins at another"
              + " node. Take fewer shards, or more nodes",
          shards, hosts.size());
      return;
    }
    if (replication.leaders().equals(Replication.SPREAD)) {
      return;
    }
    List<String> names = hosts.stream().map(NodeAddress::name).toList();
    int preferred = names.indexOf(replication.leaders());
    List<Integer> without =
        IntStream.range(0, shards)
            .filter(shard -> !replication.hostsOf(shard, hosts).contains(preferred))
            .boxed()
            .toList();
    if (preferred < 0) {
      problems.add(
          "shards.leaders = %s names no node; there are %s, and the word 'spread'",
          replication.leaders(), String.join(", ", names));
    } else if (!without.isEmpty()) {
      problems.add(
          "shards.leaders = %s cannot lead shard %s, of which it has no replica: take leaders ="
              + " spread, a node that has all, or as many replicas as there are nodes",
          replication.leaders(),
          without.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
  }

  private static void mechanisms(Deployment deployment, Problems problems) {
    String protocol = "replication = multipaxos";
    if (deployment.durability() != Durability.SYNC) {
      problems.add(
          "%s needs durability = sync in this version: a replica says only what it has on its disk",
          protocol);
    }
    boolean asynchronous =
        deployment.protocol().traits().safeUnder().contains(Assumption.ASYNCHRONOUS);
    if (!asynchronous || deployment.commitment().assume() != Assumption.ASYNCHRONOUS) {
      problems.add(
          "%s does not go with commit = three-phase or easy-commit, or with assume ="
              + " synchronous-crash: another replica takes over when a leader is lost, and that"
              + " takes longer than any bound of delays. Take commit = two-phase, which no lost"
              + " host holds up here",
          protocol);
    }
    if (deployment.concurrencyControl() == ConcurrencyControlKind.TL2) {
      problems.add(
          "%s does not go with concurrency-control = tl2 in this version: its clock is kept by one"
              + " host, and the next leader is another one. Take optimistic",
          protocol);
    }
  }
}
