package tutti.lab.zipf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.Tap;
import tutti.lab.node.NodeKeys;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.ModelCluster;
import tutti.simulator.model.NetworkFile;
import tutti.simulator.model.NetworkModel;

/**
 * Times of single transactions of two-phase locking and of optimistic control over replicated logs
 * in the three regions of Janus' paper (Table 2), with all leaders and the client in the first: one
 * round trip to the nearest majority for all votes together, and one for the decision.
 */
@Timeout(300)
class LeaderPlacesTest {
  private static final Path REGIONS = Path.of("..", "..", "examples", "janus-places.conf");
  private static final int SHARDS = 3;
  private static final int HOSTS = 9;
  private static final double MILLI = 1e6;
  private static final double MAJORITY_MILLIS = 122;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Counters application = new Counters();

  private ModelCluster cluster(String control) throws IOException {
    NetworkModel regions = NetworkFile.read(REGIONS);
    return new ModelCluster(
        application,
        deployment(control, SHARDS, "apart"),
        MachineFile.committed(),
        new NetworkModel(
            regions.places(),
            regions.latencyNanos(),
            regions.bytesPerSecond(),
            0,
            regions.nodeShares(),
            regions.clientShares()),
        false,
        1,
        UnaryOperator.identity(),
        Tap.NONE);
  }

  private static Deployment deployment(String control, int shards, String layout) {
    Reading reading =
        DeploymentReader.read(
            null,
            List.of(
                new Override("replication", "multipaxos", "test"),
                new Override("concurrency-control", control, "test"),
                new Override("shards.count", "" + shards, "test"),
                new Override("shards.layout", layout, "test"),
                new Override("containers", "1", "test"),
                new Override("executors", "1", "test"),
                new Override("nodes", NodeAddress.text(NodeAddress.inOneProcess(HOSTS)), "test")));
    Deployment one = ((Reading.Valid) reading).settings().deployment();
    return NodeKeys.spread("places", one, shards, List.of(Counter.NAME));
  }

  /** The layout of the paper's TPC-C (§6.3): six shards over the nine hosts. */
  @Test
  void everyShardHasAReplicaAtEachPlace() throws IOException {
    Deployment six = deployment("2pl", 6, "regions");
    int[] places = NetworkFile.read(REGIONS).placeNodes(HOSTS);
    for (int shard = 0; shard < 6; shard++) {
      assertThat(six.replication().hostsOf(shard, six.nodes()))
          .as("hosts of shard %s", shard)
          .extracting(host -> places[host])
          .containsExactly(0, 1, 2);
      assertThat(places[six.homeOf(shard)]).as("place of its leader").isZero();
    }
  }

  private double millis(ModelCluster cluster, int counter) {
    long began = cluster.world().nanos();
    long[] took = new long[1];
    cluster.submit(
        0,
        0,
        application.increments(
            IntStream.range(0, SHARDS).mapToObj(shard -> Counters.id(shard, counter)).toList()),
        outcome -> {
          assertThat(outcome).isInstanceOf(Outcome.Committed.class);
          took[0] = cluster.world().nanos() - began;
        });
    assertThat(cluster.world().run(() -> took[0] > 0, began + PATIENCE_NANOS)).isTrue();
    return took[0] / MILLI;
  }

  @ParameterizedTest
  @ValueSource(strings = {"2pl", "occ", "wound-wait", "psac"})
  void aloneATransactionTakesTwoRoundTripsToAMajority(String control) throws IOException {
    ModelCluster cluster = cluster(control);
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      all.add(millis(cluster, i));
    }
    double median = all.stream().sorted().toList().get(3);
    assertThat(median).isBetween(2 * MAJORITY_MILLIS, 1.1 * 2 * MAJORITY_MILLIS);
  }
}
