package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.deployment.DeploymentReaderTest.problems;
import static tutti.engine.deployment.DeploymentReaderTest.valid;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.replication.Reads;
import tutti.protocol.replication.Timing;

/** A deployment file says how many replicas there are of what, and where. */
class ReplicationOfDeploymentTest {

  private static String text(int nodes, String lines) {
    String names =
        IntStream.range(0, nodes)
            .mapToObj(i -> (char) ('a' + i) + " = \"h:" + (i + 1) + "\"")
            .collect(Collectors.joining(", "));
    return "tutti { nodes { " + names + " }, replication = multipaxos, " + lines + " }";
  }

  private static Deployment read(int nodes, String lines) {
    return valid(text(nodes, lines)).deployment();
  }

  private static List<Integer> hostsOf(Deployment deployment, int shard) {
    return deployment.replication().hostsOf(shard, deployment.nodes());
  }

  @Test
  void oneWordIsEnoughOnThreeNodes() {
    Deployment deployment = read(3, "");

    assertThat(deployment.replication())
        .isEqualTo(Replication.NONE.with(Replication.Protocol.MULTIPAXOS));
    assertThat(deployment.shardCount()).isEqualTo(3);
    assertThat(hostsOf(deployment, 0)).containsExactly(0, 1, 2);
    assertThat(hostsOf(deployment, 1)).containsExactly(1, 2, 0);
    assertThat(hostsOf(deployment, 2)).containsExactly(2, 0, 1);
  }

  @Test
  void shardsLieInARingOrApart() {
    Deployment ring = read(5, "shards { count = 2, replicas = 3 }");
    assertThat(ring.shardCount()).isEqualTo(2);
    assertThat(hostsOf(ring, 1)).containsExactly(1, 2, 3);
    Deployment whole = read(5, "shards { replicas = 5, election-timeout = 300ms, leaders = d }");
    assertThat(hostsOf(whole, 4)).containsExactly(3, 4, 0, 1, 2);
    assertThat(whole.replication().electionTimeout()).isEqualTo(Duration.ofMillis(300));
    Deployment apart = read(6, "shards.layout = apart");
    assertThat(apart.shardCount()).isEqualTo(2);
    assertThat(hostsOf(apart, 0)).containsExactly(0, 2, 4);
    assertThat(hostsOf(apart, 1)).containsExactly(1, 3, 5);
    for (Deployment each : List.of(ring, whole, apart)) {
      assertThat(valid(DeploymentText.render(each)).deployment()).isEqualTo(each);
    }
  }

  /** The layout of the Janus paper's TPC-C: six shards of three replicas over nine hosts. */
  @Test
  void eachReplicaOfAShardIsInAnotherRegion() {
    Deployment deployment = read(9, "shards { count = 6, layout = regions }");

    int[] kept = new int[9];
    for (int shard = 0; shard < 6; shard++) {
      List<Integer> hosts = hostsOf(deployment, shard);
      assertThat(hosts).as("hosts of shard %s", shard).hasSize(3).doesNotHaveDuplicates();
      assertThat(hosts).extracting(host -> host / 3).containsExactly(0, 1, 2);
      hosts.forEach(host -> kept[host]++);
    }
    assertThat(kept).containsOnly(2);
    assertThat(hostsOf(deployment, 4)).containsExactly(1, 4, 7);
    assertThat(read(9, "shards.layout = regions").shardCount()).isEqualTo(3);
    assertThat(valid(DeploymentText.render(deployment)).deployment()).isEqualTo(deployment);
    assertThat(deployment.fingerprint())
        .isNotEqualTo(read(9, "shards { count = 6, layout = ring }").fingerprint());
  }

  @Test
  void actorsAreSpreadOverShards() {
    Deployment one = read(3, "shards.count = 1, containers = 2, placement.range.T = [m]");
    assertThat(one.shardCount()).isEqualTo(1);
    assertThat(one.coordinatorDecides()).isTrue();
    assertThat(one.nodePlacement()).isEqualTo("hash");
    assertThat(problems(text(3, "shards.count = 2, placement.range.T = [k, m]")))
        .singleElement()
        .asString()
        .contains("has 2 keys, but 2 shards with containers = 1 need 1");
  }

  @Test
  void toEachOtherShardsAreNodesWithoutReplicas() {
    Deployment shards = read(5, "shards.count = 2").ofShards();
    assertThat(shards.nodes()).extracting(NodeAddress::name).containsExactly("shard-0", "shard-1");
    assertThat(shards.replication()).isEqualTo(Replication.NONE);
    assertThat(valid(DeploymentText.render(shards)).deployment()).isEqualTo(shards);
  }

  @Test
  void allHostsMustAgreeOnAllButTimes() {
    long usual = read(5, "").fingerprint();
    for (String other :
        List.of(
            "shards.count = 4", "shards.replicas = 5", "shards { replicas = 5, leaders = a }")) {
      assertThat(read(5, other).fingerprint()).as(other).isNotEqualTo(usual);
    }
    assertThat(read(5, "replication = none").fingerprint()).isNotEqualTo(usual);
    assertThat(read(5, "shards.election-timeout = 3s").fingerprint()).isEqualTo(usual);
    assertThat(read(5, "shards.catch-up = log").fingerprint()).isEqualTo(usual);
    assertThat(read(5, "replication = none, shards.count = 4").fingerprint())
        .isEqualTo(read(5, "replication = none").fingerprint());
  }

  @Test
  void readsMayRelyOnLeases() {
    String leases = "shards.reads = lease, assume.clock-drift = 0.05";
    Deployment deployment = read(3, leases + ", shards.lease = 600ms");
    Reads reads = deployment.replication().reads();
    assertThat(reads).isEqualTo(new Reads(Reads.Kind.LEASE, Duration.ofMillis(600), 0.05));
    Timing timing = reads.timing(deployment.replication().electionTimeout());
    assertThat(timing.leaseNanos()).isEqualTo(600_000_000);
    assertThat(timing.leaderLeaseNanos()).isBetween(542_857_000L, 542_857_143L);
    assertThat(valid(DeploymentText.render(deployment)).deployment()).isEqualTo(deployment);
    assertThat(read(3, leases).replication().reads().length(Duration.ofMillis(70)))
        .isEqualTo(Duration.ofMillis(70));
    assertThat(read(3, "").replication().reads().timing(Duration.ofSeconds(1)).hasLeases())
        .isFalse();
  }

  @Test
  void hostsThatRelyOnLeasesAgreeOnTheirLength() {
    String leases = "shards.reads = lease, assume.clock-drift = 0.05";
    long usual = read(3, leases).fingerprint();
    for (String other : List.of("", ", shards.lease = 900ms", ", shards.election-timeout = 3s")) {
      assertThat(read(3, other.isEmpty() ? "" : leases + other).fingerprint())
          .as(other)
          .isNotEqualTo(usual);
    }
    assertThat(read(3, "shards.reads = lease, assume.clock-drift = 0.04").fingerprint())
        .isNotEqualTo(usual);
  }

  @Test
  void theBoundOfClocksStandsBesideTheWordOfItsGroup() {
    String lines = "assume = asynchronous, shards.reads = lease, assume.clock-drift = 0.05";
    assertThat(read(3, lines).replication().reads().clockDrift()).isEqualTo(0.05);
    Reading over =
        DeploymentReader.parse(
            text(3, lines),
            "bank.conf",
            List.of(new DeploymentReader.Override("assume", "asynchronous", "-D")));
    assertThat(((Reading.Valid) over).settings().deployment().replication().reads().clockDrift())
        .isEqualTo(0.05);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | | shards.replicas = 3 needs as many nodes, and the deployment names none",
        "2 | | shards.replicas = 3 needs as many nodes, and there are 2",
        "3 | shards.replicas = 5 | shards.replicas = 5 needs as many nodes, and there are 3",
        "5 | shards.replicas = 4 | shards.replicas = 4 is even",
        "3 | shards.count = 4 | shards.count = 4 is more than one for each of 3 nodes",
        "5 | shards.layout = apart | 1 shards of 3 replicas need 3 nodes, not 5",
        "8 | shards { layout = regions, count = 6 } | 8 nodes are not 3 equal regions",
        "6 | shards { layout = apart, count = 1 } | needs a node for each replica of each shard",
        "3 | shards.leaders = x | shards.leaders = x names no node; there are a, b, c",
        "4 | shards.leaders = a | shards.leaders = a cannot lead shard 1, of which",
        "3 | durability = async | needs durability = sync in this version",
        "3 | commit = ec, assume.delay-bound = 1s | takes longer than any bound of delays",
        "3 | commit = 3pc, assume = synchronous-crash | takes longer than any bound of delays",
        "3 | assume = synchronous-crash | takes longer than any bound of delays",
        "3 | concurrency-control = tl2 | does not go with concurrency-control = tl2",
        "5 | commit = paxos-commit, shards.count = 2 | needs 3 nodes, and there are 2",
        "3 | shards.replicas = 1 | is not a number from 3 to 9",
        "3 | shards.reads = lease | say assume.clock-drift = the largest share",
        "3 | shards.reads = lease, assume.clock-drift = 0.3 | a leader would hardly have a lease",
        "3 | shards.reads = lease, assume.clock-drift = 2 | is not a number from 0 to 1, such as",
        "3 | shards { reads = lease, lease = 2s }, assume.clock-drift = 0.1 | is longer than"
            + " shards",
        "3 | shards { reads = lease, lease = 20ms }, assume.clock-drift = 0.1 | is less than half",
        "3 | shards.lease = 1ms | is not a duration with a unit, from 15ms to 1m, or 'auto'",
        "3 | shards.reads = leases | did you mean 'lease'?",
        "3 | shards.catch-up = logs | did you mean 'log'?",
      })
  void refusesWhatDoesNotFitTogether(int nodes, String lines, String why) {
    assertThat(problems(text(nodes, lines == null ? "" : lines)))
        .singleElement()
        .asString()
        .contains(why);
  }
}
