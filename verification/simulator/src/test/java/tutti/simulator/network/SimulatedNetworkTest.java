package tutti.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.model.MalformedData;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/** The effects of a network on messages, and its reports to the nodes. */
class SimulatedNetworkTest {
  private static final long SECOND = 1_000_000_000L;

  /** All kinds but corruption, which these peers do not look for. */
  private static final Set<FaultKind> UNCHANGED =
      EnumSet.complementOf(EnumSet.of(FaultKind.CORRUPTION));

  private SimulatedScheduler world = new SimulatedScheduler(7);
  private SimulatedNetwork network = new SimulatedNetwork(world, 3);

  /** A node that notes what it hears. */
  private class Peer implements Receiver {
    final int self;
    final SimulatedNode machine;
    final Transport transport;
    final List<String> heard = new ArrayList<>();
    @Nullable String unwelcome;
    boolean unreadable;

    Peer(int self) {
      this.self = self;
      machine = world.node("node-" + self);
      transport = network.transport(machine, self);
      transport.start(() -> new byte[] {(byte) (10 + self)}, this);
    }

    void say(int to, int what) {
      byte[] bytes = {99, (byte) what, 98};
      assertThat(transport.send(to, bytes, 1, 1)).isTrue();
    }

    @Override
    public @Nullable String greeted(int node, byte[] greeting) {
      assertThat(greeting).containsExactly(10 + node);
      return unwelcome;
    }

    @Override
    public void refused(int node, String why) {
      heard.add("refused by " + node + ": " + why);
    }

    @Override
    public void connected(int node) {
      assertThat(transport.connected(node)).isTrue();
      heard.add("+" + node);
    }

    @Override
    public void disconnected(int node, String why) {
      assertThat(transport.connected(node)).isFalse();
      heard.add("-" + node);
    }

    @Override
    public void received(int node, byte[] bytes, int offset, int length) {
      if (unreadable) {
        throw new MalformedData("damaged");
      }
      assertThat(length).isEqualTo(1);
      heard.add(node + ":" + bytes[offset]);
    }

    List<String> messages() {
      return heard.stream().filter(text -> text.contains(":")).toList();
    }
  }

  private void pass(long nanos) {
    world.run(() -> false, world.nanos() + nanos);
  }

  private static List<String> numbered(int from, int count) {
    return IntStream.range(0, count).mapToObj(i -> from + ":" + i).toList();
  }

  @Test
  void carriesMessagesInOrderAndOnceWhileItIsCalm() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    assertThat(a.transport.send(1, new byte[1], 0, 1)).isFalse();
    pass(SECOND);
    for (int i = 0; i < 50; i++) {
      a.say(1, i);
      b.say(0, i);
    }
    pass(SECOND);
    assertThat(a.heard).first().isEqualTo("+1");
    assertThat(a.messages()).isEqualTo(numbered(1, 50));
    assertThat(b.messages()).isEqualTo(numbered(0, 50));
    assertThat(network.messages()).isEqualTo(100);
    assertThat(a.transport.statistics().messagesReceived()).isEqualTo(50);
  }

  /** As over TCP: heartbeats and votes do not wait for pages (L3). */
  @Test
  void whatIsShortGoesAheadOfWhatIsLongOnASlowLink() {
    List<Integer> lengths = new ArrayList<>();
    Peer a = new Peer(0);
    Peer b =
        new Peer(1) {
          @Override
          public void received(int node, byte[] bytes, int offset, int length) {
            lengths.add(length);
          }
        };
    pass(SECOND);
    network.slowLinks(new SplittableRandom(1), Long.MAX_VALUE);
    byte[] page = new byte[100_000];
    for (int i = 0; i < 3; i++) {
      assertThat(a.transport.send(b.self, page, 0, page.length)).isTrue();
    }
    a.say(b.self, 1);
    pass(100 * SECOND);
    assertThat(lengths).containsExactly(1, page.length, page.length, page.length);
    assertThat(network.mostLinkNanos()).isGreaterThan(SECOND / 10);
  }

  @Test
  void whatWasLateHoldsUpWhatIsSentAfterIt() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    pass(SECOND);
    long slow = SECOND / 1000;
    network.style(new NetworkStyle(slow, 1, 0, 0, 0, false, false, SECOND, Integer.MAX_VALUE, 0));
    for (int i = 0; i < 50; i++) {
      a.say(1, i);
    }
    network.style(NetworkStyle.CALM);
    a.say(1, 50);
    long settled = network.settledAt() - world.nanos();
    assertThat(settled).isGreaterThan(NetworkStyle.CALM.delay());
    pass(settled - 1);
    assertThat(b.messages()).hasSizeLessThan(51);
    pass(SECOND / 1000);
    assertThat(b.messages()).isEqualTo(numbered(0, 51));
  }

  @Test
  void endsTheSessionsOfACrashedNodeAndJoinsItsNextIncarnation() {
    Peer a = new Peer(0);
    Peer first = new Peer(1);
    pass(SECOND);
    first.machine.crash();
    assertThat(first.transport.send(0, new byte[1], 0, 1)).isFalse();
    pass(SECOND);
    assertThat(a.heard).containsExactly("+1", "-1");
    Peer second = new Peer(1);
    pass(SECOND);
    a.say(1, 5);
    pass(SECOND);
    assertThat(a.heard).containsExactly("+1", "-1", "+1");
    assertThat(second.heard).containsExactly("+0", "0:5");
    assertThat(first.heard).containsExactly("+0");
    assertThat(a.transport.statistics().reconnects()).isEqualTo(1);
  }

  @Test
  void holdsUpWhatMeetsACutOneWayOnly() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    pass(SECOND);
    network.cut(0, 1);
    a.say(1, 0);
    a.say(1, 1);
    b.say(0, 2);
    pass(100_000);
    assertThat(b.messages()).isEmpty();
    assertThat(a.messages()).containsExactly("1:2");
    network.heal(0, 1);
    pass(SECOND);
    assertThat(b.messages()).containsExactly("0:0", "0:1");
  }

  @Test
  void aCutThatLastsIsNoticedAndOverOnceItHeals() {
    for (long seed = 0; seed < 20; seed++) {
      world = new SimulatedScheduler(seed);
      network = new SimulatedNetwork(world, 2);
      Peer a = new Peer(0);
      Peer b = new Peer(1);
      pass(SECOND);
      network.cut(1, 0);
      pass(60 * SECOND);
      network.heal(1, 0);
      pass(SECOND);
      assertThat(a.transport.connected(1) && b.transport.connected(0)).isTrue();
      a.say(1, 7);
      b.say(0, 8);
      pass(SECOND);
      assertThat(a.messages()).containsExactly("1:8");
      assertThat(b.messages()).containsExactly("0:7");
    }
  }

  @Test
  void losesDoublesAndReordersAsItsStyleSays() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    pass(SECOND);
    network.style(new NetworkStyle(1_000_000, 0.1, 0.5, 0.3, 0, false, false, 1, 40, 0));
    for (int i = 0; i < 50; i++) {
      a.say(1, i);
    }
    assertThat(a.transport.congested()).isTrue();
    pass(10 * SECOND);
    assertThat(a.transport.congested()).isFalse();
    assertThat(b.messages()).hasSizeGreaterThan(50).containsAll(numbered(0, 50));
    assertThat(b.messages()).isNotEqualTo(b.messages().stream().sorted().toList());
    int before = b.messages().size();
    network.style(new NetworkStyle(1_000_000, 0, 0, 0, 0.3, false, false, 1, 40, 0));
    for (int i = 0; i < 50; i++) {
      a.say(1, i);
    }
    pass(SECOND);
    assertThat(b.messages()).hasSizeBetween(before + 20, before + 49);
  }

  @Test
  void oldMessagesArriveInALaterSessionOnlyIfItsStyleSaysSo() {
    for (boolean stale : new boolean[] {false, true}) {
      world = new SimulatedScheduler(3);
      network = new SimulatedNetwork(world, 2);
      Peer a = new Peer(0);
      new Peer(1);
      pass(SECOND);
      network.style(new NetworkStyle(5 * SECOND, 0, 0, 0, 0, stale, false, 1, 40, 0));
      a.say(1, 0);
      a.machine.crash();
      network.style(new NetworkStyle(1_000, 0, 0, 0, 0, stale, false, 1, 40, 0));
      new Peer(0);
      pass(10 * SECOND);
      assertThat(network.stale() > 0).isEqualTo(stale);
    }
  }

  @Test
  void aSessionMayBeginWithAllThatWasSentBeforeUnlessThatWasInAnotherLanguage() {
    for (boolean other : new boolean[] {false, true}) {
      long again = 0;
      for (int seed = 1; seed <= 20; seed++) {
        world = new SimulatedScheduler(seed);
        network = new SimulatedNetwork(world, 2);
        network.style(new NetworkStyle(1_000, 0, 0, 0, 0, true, false, 1, 40, 0));
        Peer a = new Peer(0);
        new Peer(1);
        pass(SECOND);
        a.say(1, 0);
        a.say(1, 1);
        pass(SECOND);
        a.machine.crash();
        if (other) {
          network.otherLanguage();
        }
        new Peer(0);
        pass(10 * SECOND);
        again += network.stale();
      }
      assertThat(again > 0).as("another language: " + other).isNotEqualTo(other);
    }
  }

  @Test
  void whoHearsADamagedMessageEndsTheSession() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    pass(SECOND);
    b.unreadable = true;
    network.style(new NetworkStyle(1_000, 0, 0, 0, 0, false, false, 1, 40, 1));
    a.say(1, 5);
    network.style(NetworkStyle.CALM);
    pass(SECOND);
    assertThat(network.damages()).isEqualTo(1);
    assertThat(b.messages()).isEmpty();
    assertThat(a.heard.stream().filter("+1"::equals)).hasSize(2);
    assertThat(b.heard.stream().filter("+0"::equals)).hasSize(2);
  }

  @Test
  void tellsARefusedPeerWhyAndTriesAgain() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    a.unwelcome = "another version";
    pass(SECOND / 2);
    assertThat(b.messages().getFirst()).isEqualTo("refused by 0: another version");
    a.unwelcome = null;
    pass(SECOND);
    assertThat(b.heard).last().isEqualTo("+0");
    assertThat(a.heard).containsExactly("+1");
  }

  @Test
  void aPausedNodeHearsNothingUntilItGoesOn() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    pass(SECOND);
    b.machine.pause(true);
    a.say(1, 0);
    pass(SECOND);
    assertThat(b.messages()).isEmpty();
    b.machine.pause(false);
    pass(SECOND);
    assertThat(b.messages()).containsExactly("0:0");
  }

  @Test
  void breaksASessionAndGivesAnother() {
    Peer a = new Peer(0);
    Peer b = new Peer(1);
    pass(SECOND);
    network.breakSession(1, 0);
    pass(SECOND);
    assertThat(a.heard).containsExactly("+1", "-1", "+1");
    assertThat(b.heard).containsExactly("+0", "-0", "+0");
  }

  @Test
  void theSameSeedGivesTheSameDigest() {
    List<String> digests = new ArrayList<>();
    for (long seed : new long[] {5, 5, 6}) {
      world = new SimulatedScheduler(seed);
      network = new SimulatedNetwork(world, 3);
      List<Peer> peers = List.of(new Peer(0), new Peer(1), new Peer(2));
      pass(SECOND);
      network.style(NetworkStyle.draw(new Faults(UNCHANGED, false, world::entropy)));
      for (int i = 0; i < 20; i++) {
        peers.get(i % 3).transport.send((i + 1) % 3, new byte[] {(byte) i}, 0, 1);
      }
      pass(SECOND);
      digests.add(world.digest());
    }
    assertThat(digests.get(1)).isEqualTo(digests.get(0)).isNotEqualTo(digests.get(2));
  }
}
