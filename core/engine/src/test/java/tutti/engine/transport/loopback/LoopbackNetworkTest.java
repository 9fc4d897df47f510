package tutti.engine.transport.loopback;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transport.RecordingReceiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportContract;

class LoopbackNetworkTest extends TransportContract {

  @Override
  protected Network network(int nodes) {
    return new InMemory(nodes);
  }

  private static final class InMemory implements Network {
    private final LoopbackNetwork network;
    private final Map<Integer, RealScheduler> schedulers = new HashMap<>();

    InMemory(int nodes) {
      network = new LoopbackNetwork(nodes);
    }

    @Override
    public Transport transport(int node) {
      RealScheduler scheduler = new RealScheduler();
      RealScheduler before = schedulers.put(node, scheduler);
      Transport transport = network.transport(node, scheduler);
      if (before != null) {
        before.close();
      }
      return transport;
    }

    @Override
    public void cut(int a, int b) {
      network.cut(a, b);
    }

    @Override
    public void restore(int a, int b) {
      network.restore(a, b);
    }

    @Override
    public void close() {
      schedulers.values().forEach(RealScheduler::close);
    }
  }

  @Test
  void keepsWhatIsSentIntoALinkThatIsCutOneWay() {
    LoopbackNetwork network = new LoopbackNetwork(2);
    try (RealScheduler scheduler = new RealScheduler();
        Transport a = network.transport(0, scheduler);
        Transport b = network.transport(1, scheduler)) {
      RecordingReceiver atA = new RecordingReceiver();
      RecordingReceiver atB = new RecordingReceiver();
      a.start(() -> new byte[0], atA);
      b.start(() -> new byte[0], atB);
      atA.awaitEvent("connected 1");
      atB.awaitEvent("connected 0");
      network.cutOneWay(0, 1);
      send(a, 1, "first");
      send(a, 1, "second");
      send(b, 0, "the other way");
      atA.awaitMessages(1);
      assertThat(atB.messages()).isEmpty();
      assertThat(b.connected(0)).isTrue();
      network.restore(0, 1);
      send(a, 1, "third");
      atB.awaitMessages(3);
      assertThat(atB.texts()).containsExactly("first", "second", "third");
      assertThat(atB.count("disconnected")).isZero();
    }
  }

  @Test
  void endsASessionInWhichNothingIsHeard() {
    LoopbackNetwork network = new LoopbackNetwork(2, 50_000_000);
    try (RealScheduler scheduler = new RealScheduler();
        Transport a = network.transport(0, scheduler);
        Transport b = network.transport(1, scheduler)) {
      RecordingReceiver atA = new RecordingReceiver();
      RecordingReceiver atB = new RecordingReceiver();
      a.start(() -> new byte[0], atA);
      b.start(() -> new byte[0], atB);
      atA.awaitEvent("connected 1");
      atB.awaitEvent("connected 0");
      network.cutOneWay(0, 1);
      send(a, 1, "lost");
      atB.awaitEvent("disconnected 0 nothing came through");
      atA.awaitEvent("disconnected 1");
      network.restore(0, 1);
      atB.awaitEvents("connected 0", 2);
      atA.awaitEvents("connected 1", 2);
      send(a, 1, "found");
      atB.awaitMessages(1);
      assertThat(atB.texts()).containsExactly("found");
    }
  }

  private static void send(Transport from, int to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(from.send(to, bytes, 0, bytes.length)).isTrue();
  }
}
