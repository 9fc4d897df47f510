package tutti.engine.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.transport.RecordingReceiver;
import tutti.model.MalformedData;
import tutti.model.testing.Await;

/** Sessions over TCP whose other end misbehaves, or is not there any more. Node 1 is under test. */
@Timeout(300)
class SessionTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final Settings QUICK =
      new Settings(
          1 << 20,
          1 << 20,
          Duration.ofMillis(100),
          Duration.ofMillis(1_000),
          Duration.ofMillis(1),
          Duration.ofMillis(50));

  private TcpTransport node;
  private final RecordingReceiver receiver = new RecordingReceiver();

  @BeforeEach
  void open() {
    node = new TcpTransport(1, List.of(ANY, ANY), QUICK, new Random(1));
    node.start(() -> new byte[0], receiver);
  }

  @AfterEach
  void close() {
    node.close();
  }

  private Stranger join() throws IOException {
    Stranger peer = new Stranger(node.address()).join(0, 1);
    receiver.awaitEvents("connected 0", (int) receiver.count("disconnected 0") + 1);
    return peer;
  }

  @ParameterizedTest
  @CsvSource({
    "00100002 04, a frame of 1048578 bytes",
    "ffffffff 04, a frame of 4294967295 bytes",
    "7fffffff 04, a frame of 2147483647 bytes",
    "00000000, a frame of 0 bytes",
    "00000001 01, unexpected frame of kind 1",
    "00000001 02, unexpected frame of kind 2",
    "00000001 03, unexpected frame of kind 3",
    "00000001 2a, unexpected frame of kind 42"
  })
  void endsWithAnythingUnexpected(String hexadecimal, String why) throws IOException {
    byte[] bytes = java.util.HexFormat.of().parseHex(hexadecimal.replace(" ", ""));
    try (Stranger peer = join()) {
      peer.say(Stranger.frame(Frames.MESSAGE, (byte) 'a'));
      peer.sayInVain(bytes);
      peer.sayInVain(Stranger.frame(Frames.MESSAGE, (byte) 'b'));
      receiver.awaitEvent("disconnected 0");
      peer.hearEnd();
    }
    assertThat(receiver.events().getLast()).contains(why);
    assertThat(receiver.texts()).containsExactly("a");
    try (Stranger again = join()) {
      again.say(Stranger.frame(Frames.MESSAGE, (byte) 'c'));
      receiver.awaitMessages(2);
    }
  }

  /** An own failure is no fault of the peer's: what is under way for others goes on. */
  @ParameterizedTest
  @ValueSource(strings = {"exception", "overflow"})
  void staysWhenTheNodeFailsAtAMessage(String how) throws IOException {
    receiver.reacting(
        (from, message) -> {
          boolean fails = new String(message, StandardCharsets.UTF_8).equals("b");
          if (fails && how.equals("overflow")) {
            throw new StackOverflowError("on purpose");
          } else if (fails) {
            throw new IllegalArgumentException("an answer that is too long, on purpose");
          }
        });
    try (Stranger peer = join()) {
      for (char each : "abc".toCharArray()) {
        peer.say(Stranger.frame(Frames.MESSAGE, (byte) each));
      }
      receiver.awaitMessages(3);
      peer.say(Stranger.frame(Frames.MESSAGE, (byte) 'd'));
      receiver.awaitText("d");
      assertThat(receiver.count("disconnected")).isZero();
    }
  }

  @Test
  void endsWithAMessageThatIsNone() throws IOException {
    receiver.reacting(
        (from, message) -> {
          throw new MalformedData("damaged on its way, on purpose");
        });
    try (Stranger peer = join()) {
      peer.say(Stranger.frame(Frames.MESSAGE, (byte) 'a'));
      receiver.awaitEvent("disconnected 0 damaged on its way");
    }
  }

  @Test
  void isKeptAliveByHeartbeats() throws IOException {
    try (Stranger peer = join()) {
      // Three times the silence that would be too long.
      for (int i = 0; i < 30; i++) {
        assertThat(peer.hear().kind()).isEqualTo(Frames.HEARTBEAT);
        peer.say(Stranger.heartbeat());
      }
      assertThat(receiver.count("disconnected")).isZero();
      assertThat(receiver.messages()).isEmpty();
    }
  }

  @Test
  void heartbeatsCompareTheClocks() throws IOException {
    try (Stranger peer = join()) {
      Stranger.Frame first = peer.hear();
      ByteBuffer own = ByteBuffer.wrap(first.content());
      long nanos = own.getLong();
      long wall = own.getLong();
      assertThat(own.getLong()).isZero();
      assertThat(own.getLong()).isNegative();
      peer.say(Stranger.heartbeat(1_234, wall - 3_600_000_000_000L, nanos, 0));
      // The first one is answered at once; another may have been under way.
      long echo = 0;
      while (echo == 0) {
        echo = ByteBuffer.wrap(peer.hear().content()).getLong(16);
      }
      assertThat(echo).isEqualTo(1_234);
      PeerClocks.Peer known = node.clocks().peers().getFirst();
      assertThat(known.name()).isEqualTo("0");
      assertThat(known.apart()).isTrue();
      assertThat(known.offsetNanos() + 3_600_000_000_000L)
          .isBetween(-known.errorNanos() - 1_000_000, known.errorNanos() + 1_000_000);
    }
    receiver.awaitEvent("disconnected 0");
    assertThat(node.clocks().peers()).isEmpty();
  }

  @Test
  void endsWhenNothingIsHeardAnyMore() throws IOException {
    try (Stranger dead = join()) {
      dead.hearEnd();
      receiver.awaitEvent("disconnected 0 nothing was heard");
    }
  }

  @Test
  void endsAtBothEndsWhenTheWireBreaksSilently() {
    ProxiedNetwork network = new ProxiedNetwork(2, QUICK);
    RecordingReceiver atLow = new RecordingReceiver();
    RecordingReceiver atHigh = new RecordingReceiver();
    try (var high = network.transport(1);
        var low = network.transport(0)) {
      high.start(() -> new byte[0], atHigh);
      low.start(() -> new byte[0], atLow);
      atLow.awaitEvent("connected 1");
      atHigh.awaitEvent("connected 0");
      network.between(0, 1).hold();
      assertThat(low.send(1, new byte[1], 0, 1)).isTrue();
      atLow.awaitEvent("disconnected 1 nothing was heard");
      atHigh.awaitEvent("disconnected 0");
      network.restore(0, 1);
      atLow.awaitEvents("connected 1", 2);
      atHigh.awaitEvents("connected 0", 2);
    }
    network.close();
  }

  /**
   * Sends to a peer that reads nothing until what is sent waits: the buffers of the system take
   * some, and on a busy machine they take it late. Returns the number of messages.
   *
   * @param sent becomes true once all of them are sent
   */
  private int fill(AtomicBoolean sent) {
    byte[] message = new byte[10_000];
    int messages = 0;
    do {
      sent.set(false);
      while (!node.congested()) {
        assertThat(++messages).as("the buffers have an end").isLessThan(100_000);
        assertThat(node.send(0, message, 0, message.length)).isTrue();
      }
      node.afterSent(0, () -> sent.set(true));
    } while (sent.get());
    return messages;
  }

  /** The bytes in front of a message count, and not only its own. */
  @Test
  void whatAPeerDoesNotReadIsNotSent() throws IOException {
    AtomicBoolean sent = new AtomicBoolean();
    try (Stranger slow = join()) {
      int before = fill(sent);
      for (int i = 0; i < before; i++) {
        slow.hearNext();
        slow.say(Stranger.heartbeat());
      }
      while (!sent.get()) {
        Thread.onSpinWait();
      }
    }
  }

  /** A peer that is gone needs no message: what waits for its connection ends with it. */
  @Test
  void nothingWaitsForAPeerThatIsGone() throws IOException {
    AtomicBoolean sent = new AtomicBoolean();
    try (Stranger slow = join()) {
      fill(sent);
    }
    while (!sent.get()) {
      Thread.onSpinWait();
    }
  }

  /**
   * A write to a peer that has died fails, and what the peer sent before it died is read all the
   * same (X1).
   */
  @Test
  void readsWhatADeadPeerHasSentThoughWritesFail() throws IOException {
    byte[] message = new byte[10_000];
    try (Stranger dying = join()) {
      receiver.reacting(
          (from, heard) -> {
            // The IO thread is here while the peer dies, and writes before it reads again.
            if (heard[0] == 'a') {
              node.send(0, message, 0, message.length);
              dying.dieSaying(Stranger.frame(Frames.MESSAGE, (byte) 'z'));
            }
          });
      dying.say(Stranger.frame(Frames.MESSAGE, (byte) 'a'));
      receiver.awaitText("z");
    }
  }

  @Test
  void keepsWhatAPeerDoesNotReadAndSaysThatItIsTooMuch() throws IOException {
    byte[] message = new byte[10_000];
    int sent = 0;
    try (Stranger slow = join()) {
      while (!node.congested()) {
        ByteBuffer.wrap(message).putInt(sent++);
        assertThat(node.send(0, message, 0, message.length)).isTrue();
      }
      for (int more = 0; more < 100; more++) {
        ByteBuffer.wrap(message).putInt(sent++);
        assertThat(node.send(0, message, 0, message.length)).isTrue();
      }
      for (int i = 0; i < sent; i++) {
        Stranger.Frame frame = slow.hearNext();
        assertThat(frame.content()).hasSize(message.length);
        assertThat(ByteBuffer.wrap(frame.content()).getInt()).isEqualTo(i);
        slow.say(Stranger.heartbeat());
      }
      while (node.congested()) {
        Thread.onSpinWait();
      }
    }
    assertThat(node.statistics().messagesSent()).isEqualTo(sent);
    assertThat(node.statistics().batchesSent()).isLessThanOrEqualTo(sent);
  }

  @Test
  void livesThroughGarbage() throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      try (Stranger peer = new Stranger(node.address())) {
        peer.sayInVain(Garbage.greeting(random));
        peer.hearPreamble();
        peer.hear();
        peer.sayInVain(Garbage.session(random));
        peer.finish();
        peer.hearEnd();
      } catch (IOException | AssertionError closed) {
        // The node may have hung up, before its preamble or after.
      }
    }
    assertThat(receiver.count("connected")).isPositive();
    try (Stranger peer = joinAtLast()) {
      peer.say(Stranger.frame(Frames.MESSAGE, "sane again".getBytes()));
      receiver.awaitText("sane again");
    }
  }

  /** The connection before this one may not have ended yet; till then there is no second. */
  private Stranger joinAtLast() throws IOException {
    while (true) {
      Stranger peer = new Stranger(node.address());
      if (peer.joins(0, 1)) {
        return peer;
      }
      peer.close();
    }
  }

  @Test
  void endsWithThePeersProcess() throws Exception {
    for (int life = 1; life <= 2; life++) {
      int before = receiver.messages().size();
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  PeerProcess.class.getName(),
                  "" + node.address().getPort())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        receiver.awaitMessages(before + 1);
        assertThat(receiver.texts().getLast()).isEqualTo("alive");
      } finally {
        process.destroyForcibly().waitFor();
      }
      receiver.awaitEvents("disconnected 0", life);
      Await.that("it has ended", () -> !node.connected(0));
      assertThat(node.send(0, new byte[1], 0, 1)).isFalse();
    }
    assertThat(node.statistics().reconnects())
        .as("each session but the first")
        .isEqualTo(receiver.count("connected 0") - 1)
        .isPositive();
  }
}
