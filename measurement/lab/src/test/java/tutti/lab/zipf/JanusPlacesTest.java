package tutti.lab.zipf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
 * Times of single transactions of Janus between the regions of its paper (Table 2), without jitter:
 * one round trip to the farthest replica where all agree; two where they do not, of which the first
 * ends with the answer that differs, and the second with that of the nearest other replica.
 */
@Timeout(300)
class JanusPlacesTest {
  private static final Path REGIONS = Path.of("..", "..", "examples", "janus-places.conf");
  private static final int SHARDS = 3;
  private static final double MILLI = 1e6;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Counters application = new Counters();
  private final ModelCluster cluster;

  JanusPlacesTest() throws IOException {
    NetworkModel regions = NetworkFile.read(REGIONS);
    cluster =
        new ModelCluster(
            application,
            deployment(),
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

  private static Deployment deployment() {
    Reading reading =
        DeploymentReader.read(
            null,
            List.of(
                new Override("integrated", "janus", "test"),
                new Override("shards.count", "" + SHARDS, "test"),
                new Override("containers", "1", "test"),
                new Override("executors", "1", "test"),
                new Override("nodes", NodeAddress.text(NodeAddress.inOneProcess(3)), "test")));
    Deployment one = ((Reading.Valid) reading).settings().deployment();
    return NodeKeys.spread("places", one, SHARDS, List.of(Counter.NAME));
  }

  /** A transaction, and the time that its client has waited for it. */
  private final class Timed {
    private final long began = cluster.world().nanos();
    private long took;

    Timed(int place, int counter) {
      cluster.submit(
          place,
          place,
          application.increments(
              IntStream.range(0, SHARDS).mapToObj(shard -> Counters.id(shard, counter)).toList()),
          outcome -> {
            assertThat(outcome).isInstanceOf(Outcome.Committed.class);
            took = cluster.world().nanos() - began;
          });
    }

    double millis() {
      assertThat(cluster.world().run(() -> took > 0, began + PATIENCE_NANOS)).isTrue();
      return took / MILLI;
    }
  }

  private void pass(long millis) {
    cluster.world().run(() -> false, cluster.world().nanos() + (long) (millis * MILLI));
  }

  /** Lets coordinators at a place learn how long replicas take. */
  private void learn(int place) {
    for (int i = 0; i < 3; i++) {
      new Timed(place, 100 + i).millis();
      pass(1_000);
    }
  }

  @ParameterizedTest(name = "from place {0}")
  @CsvSource({"0, 140", "1, 243", "2, 243"})
  void aloneATransactionTakesTheFarthestRoundTrip(int place, double millis) {
    learn(place);
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(new Timed(place, i).millis());
    }
    assertThat(all.stream().sorted().toList().get(2)).isBetween(millis, 1.05 * millis);
  }

  /**
   * Replicas differ in which of two transactions came first: the one that began at another place so
   * many milliseconds before is first at some of them only.
   */
  @ParameterizedTest(name = "from place {0}")
  @CsvSource({"0, 2, 50, 244, 262", "1, 0, 60, 280, 383", "2, 0, 55, 244, 365"})
  void whereReplicasDifferATransactionTakesTwoRoundTrips(
      int place, int other, long before, double least, double most) {
    learn(place);
    learn(other);
    Timed first = new Timed(other, 0);
    pass(before);
    double millis = new Timed(place, 0).millis();
    assertThat(millis).isBetween(least, 1.05 * most);
    assertThat(first.millis()).isGreaterThan(1.5 * 122);
  }
}
