package tutti.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;

@Timeout(300)
class ModelNetworkTest {
  private static final Head.OfMessages NO_TRANSACTIONS = (bytes, offset, length) -> Head.OVERHEAD;

  private static final long LONG = 1_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final List<String> heard = new ArrayList<>();
  private final List<Long> arrivals = new ArrayList<>();

  private static NetworkModel apart(double jitter) {
    return NetworkFile.parse(
        """
        network {
          places = [here, there]
          latency { here { here = 1ms, there = 50ms }, there { there = 1ms } }
          bandwidth = 1MiB
          jitter = %s
        }
        """
            .formatted(jitter),
        "test.conf");
  }

  private ModelWorld world(NetworkModel network) {
    MachineModel machine = Machines.with(1, Map.of());
    ModelWorld world = new ModelWorld(3, machine);
    ModelNetwork links =
        new ModelNetwork(world, machine, network, network.placeNodes(2), NO_TRANSACTIONS);
    Transport[] transports = new Transport[2];
    for (int i = 0; i < 2; i++) {
      transports[i] =
          links.transport(
              i, new ModelExecutor(world, new ModelCores(world, machine), "network-" + i));
    }
    for (int i = 0; i < 2; i++) {
      byte[] greeting = {(byte) i};
      transports[i].start(() -> greeting, new Hearing(world, i));
    }
    assertThat(transports[0].send(1, new byte[1], 0, 1)).as("before they have met").isFalse();
    assertThat(world.run(links::joined, LONG)).isTrue();
    sender = transports[0];
    return world;
  }

  private @Nullable Transport sender;

  private void send(int bytes) {
    Transport transport = sender;
    assertThat(transport != null && transport.send(1, new byte[bytes], 0, bytes)).isTrue();
  }

  @Test
  void messagesTakeTheLatencyAndQueueForTheLink() {
    ModelWorld world = world(apart(0));
    long begin = world.nanos();
    send(1 << 20);
    send(1 << 19);
    world.run(() -> false, LONG);
    assertThat(arrivals)
        .containsExactly(begin + SECOND + 50_000_000, begin + SECOND * 3 / 2 + 50_000_000);
    assertThat(heard).contains("0 hears 1", "1 hears 0");
  }

  /** Bytes on their way wait for nobody: over an ocean they are more than a host may hold back. */
  @Test
  void bytesThatWaitForTheLinkAreTooManyAndNotThoseThatTravel() {
    ModelWorld world =
        world(
            NetworkFile.parse(
                """
                network {
                  places = [here, there]
                  latency { here { here = 1ms, there = 10s }, there { there = 1ms } }
                  bandwidth = 16MiB
                  jitter = 0
                }
                """,
                "test.conf"));
    Transport transport = Objects.requireNonNull(sender);
    for (int i = 0; i < 33; i++) {
      send(1 << 20);
    }
    assertThat(transport.congested()).isTrue();
    world.run(() -> false, world.nanos() + 2 * SECOND);
    assertThat(transport.congested()).isFalse();
    for (int i = 0; i < 15; i++) {
      send(1 << 20);
    }
    assertThat(transport.congested()).as("of 48 MiB under way").isFalse();
  }

  @Test
  void jitterIsDrawnAndKeepsTheOrder() {
    ModelWorld world = world(apart(0.5));
    long begin = world.nanos();
    for (int i = 0; i < 1_000; i++) {
      send(1);
    }
    world.run(() -> false, LONG);
    assertThat(arrivals).hasSize(1_000).isSorted();
    assertThat(arrivals.getFirst()).isGreaterThan(begin + 50_000_000);
    // Each arrives no earlier than those before it: the last ones at the greatest that was drawn.
    assertThat(arrivals.getLast() - begin).isGreaterThan(100_000_000);
  }

  @Test
  void latenciesAreOnAverageLongerByTheJitter() {
    MachineModel machine = Machines.with(1, Map.of());
    ModelWorld world = new ModelWorld(3, machine);
    ModelNetwork links =
        new ModelNetwork(world, machine, apart(0.1), new int[] {0, 1}, NO_TRANSACTIONS);
    double sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += links.latency(0, 1);
    }
    assertThat(sum / 20_000).isCloseTo(55_000_000, within(300_000.0));
  }

  private final class Hearing implements Receiver {
    private final ModelWorld world;
    private final int self;

    Hearing(ModelWorld world, int self) {
      this.world = world;
      this.self = self;
    }

    @Override
    public @Nullable String greeted(int node, byte[] greeting) {
      heard.add(self + " hears " + greeting[0]);
      return null;
    }

    @Override
    public void refused(int node, String why) {
      throw new IllegalStateException(why);
    }

    @Override
    public void connected(int node) {}

    @Override
    public void disconnected(int node, String why) {}

    @Override
    public void received(int node, byte[] bytes, int offset, int length) {
      arrivals.add(world.nanos());
    }
  }
}
