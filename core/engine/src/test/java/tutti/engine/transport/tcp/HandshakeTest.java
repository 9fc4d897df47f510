package tutti.engine.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.FreePorts;
import tutti.engine.transport.RecordingReceiver;

/**
 * Nodes that get a session over TCP, nodes that do not, and the reasons that they are told. Node 1
 * of 3 is under test.
 */
@Timeout(300)
class HandshakeTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final Settings QUICK =
      new Settings(
          1 << 20,
          1 << 20,
          Duration.ofMillis(50),
          Duration.ofMillis(500),
          Duration.ofMillis(1),
          Duration.ofMillis(50));

  private ServerSocket higher;
  private TcpTransport node;
  private final RecordingReceiver receiver = new RecordingReceiver();

  @BeforeEach
  void open() throws IOException {
    higher = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    InetSocketAddress two = (InetSocketAddress) higher.getLocalSocketAddress();
    node = new TcpTransport(1, List.of(ANY, ANY, two), QUICK, new Random(1));
    node.start(() -> "I am 1".getBytes(StandardCharsets.UTF_8), receiver);
  }

  @AfterEach
  void close() throws IOException {
    node.close();
    higher.close();
  }

  private Stranger call() throws IOException {
    return new Stranger(node.address());
  }

  private void worksStill() throws IOException {
    try (Stranger peer = call().join(0, 1)) {
      receiver.awaitEvent("connected 0");
      peer.say(Stranger.frame(Frames.MESSAGE, (byte) 'm'));
      receiver.awaitText("m");
    }
  }

  /** B12: a loop that ended while its channel still listened left the port bound for good. */
  @Test
  void aPortIsFreeOnceTheTransportIsClosed() throws IOException {
    node.close();
    // A port that the system gives to nobody's connections while the node is away.
    InetSocketAddress own =
        new InetSocketAddress(ANY.getAddress(), FreePorts.numbers(1).getFirst());
    for (int i = 0; i < 15; i++) {
      node = new TcpTransport(1, List.of(ANY, own, ANY), QUICK, new Random(i));
      node.start(() -> "I am 1".getBytes(StandardCharsets.UTF_8), new RecordingReceiver());
      assertThat(node.address()).isEqualTo(own);
      try (Stranger peer = call().join(0, 1)) {
        node.close();
      }
    }
  }

  @Test
  void welcomesWhoKnowsTheRules() throws IOException {
    try (Stranger peer = call()) {
      peer.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, "I am 0"));
      receiver.awaitEvent("greeted 0 I am 0");
      peer.hearPreamble();
      assertThat(peer.hear().content())
          .isEqualTo(new byte[] {0, 0, 0, 1, 0, 0, 0, 0, 'I', ' ', 'a', 'm', ' ', '1'});
      assertThat(node.connected(0)).isFalse();
      peer.say(Stranger.frame(Frames.WELCOME));
      receiver.awaitEvent("connected 0");
      assertThat(node.send(0, new byte[] {7}, 0, 1)).isTrue();
      assertThat(peer.hearNext())
          .satisfies(frame -> assertThat(frame.content()).containsExactly(7));
    }
    receiver.awaitEvent("disconnected 0");
  }

  @Test
  void hangsUpOnWhoSpeaksAnotherProtocol() throws IOException {
    try (Stranger browser = call()) {
      browser.say("GET / HTTP/1.1\r\nHost: tutti\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      browser.hearEnd();
    }
    worksStill();
    assertThat(receiver.count("greeted")).isEqualTo(1);
  }

  @Test
  void refusesAnotherVersion() throws IOException {
    try (Stranger old = call()) {
      old.say(Stranger.preamble(7)).say(Stranger.hello(0, 1, ""));
      old.hearPreamble();
      assertThat(old.hearRefusal()).contains("speaks version 7").contains("speaks version 1");
    }
    assertThat(node.statistics().refusedHandshakes()).isPositive();
    worksStill();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2, 'this is node 1, not node 2'",
    "0, -1, 'this is node 1, not node -1'",
    "1, 1, not by node 1",
    "2, 1, not by node 2",
    "77, 1, not by node 77",
    "-5, 1, not by node -5"
  })
  void refusesAWrongNumber(int from, int to, String why) throws IOException {
    try (Stranger lost = call()) {
      lost.say(Stranger.preamble(1)).say(Stranger.hello(from, to, ""));
      lost.hearPreamble();
      assertThat(lost.hearRefusal()).contains(why).contains("the lists of nodes differ");
    }
    worksStill();
  }

  @Test
  void refusesASecondConnectionOfTheSameNode() throws IOException {
    try (Stranger first = call().join(0, 1);
        Stranger second = call()) {
      receiver.awaitEvent("connected 0");
      second.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, ""));
      second.hearPreamble();
      assertThat(second.hearRefusal()).contains("node 1 already has a connection with node 0");
      first.say(Stranger.frame(Frames.MESSAGE, (byte) 'x'));
      receiver.awaitMessages(1);
      assertThat(receiver.count("disconnected")).isZero();
    }
    receiver.awaitEvent("disconnected 0");
    worksStill();
  }

  @Test
  void hangsUpOnWhoSaysNothing() throws IOException {
    try (Stranger silent = call();
        Stranger halfway = call()) {
      halfway.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, ""));
      halfway.hearPreamble();
      halfway.hear();
      silent.hearEnd();
      halfway.hearEnd();
    }
    worksStill();
  }

  @Test
  void takesNoLongFrameBeforeTheSession() throws IOException {
    try (Stranger greedy = call()) {
      greedy.say(Stranger.preamble(1)).say(new byte[] {0, 2, 0, 0, Frames.HELLO});
      greedy.hearEnd();
    }
    try (Stranger hasty = call()) {
      hasty.say(Stranger.preamble(1)).say(Stranger.frame(Frames.MESSAGE, (byte) 1));
      hasty.hearEnd();
    }
    assertThat(receiver.events()).isEmpty();
    worksStill();
  }

  @Test
  void tellsWhatAHigherNodeSaysWhenItRefuses() throws IOException {
    try (Stranger two = new Stranger(higher.accept())) {
      two.hearPreamble();
      assertThat(two.hear().content())
          .isEqualTo(new byte[] {0, 0, 0, 1, 0, 0, 0, 2, 'I', ' ', 'a', 'm', ' ', '1'});
      // Of another version, whose refusals read the same.
      two.say(Stranger.preamble(3)).say(Stranger.frame(Frames.REFUSED, "too old".getBytes()));
      receiver.awaitEvent("refused 2 too old");
      two.hearEnd();
    }
    try (Stranger two = new Stranger(higher.accept())) {
      two.hearPreamble();
      two.hear();
      two.say(Stranger.preamble(1)).say(Stranger.hello(2, 1, "I am 2"));
      receiver.awaitEvent("connected 2");
      assertThat(two.hear().kind()).isEqualTo(Frames.WELCOME);
    }
  }

  @Test
  void refusesAnAnswerOfTheWrongNodeOrVersion() throws IOException {
    try (Stranger wrong = new Stranger(higher.accept())) {
      wrong.hearPreamble();
      wrong.hear();
      wrong.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, ""));
      assertThat(wrong.hearRefusal()).contains("called node 2, but node 0 answered");
    }
    try (Stranger newer = new Stranger(higher.accept())) {
      newer.hearPreamble();
      newer.hear();
      newer.say(Stranger.preamble(2)).say(Stranger.hello(2, 1, ""));
      assertThat(newer.hearRefusal()).contains("speaks version 2");
    }
    assertThat(receiver.count("connected")).isZero();
    assertThat(receiver.count("greeted")).isZero();
  }

  @Test
  void aPeerThatTakesLongToJudgeKeepsNoOtherWaiting() throws IOException {
    CountDownLatch disk = new CountDownLatch(1);
    receiver.judging((from, greeting) -> from == 0 ? judgedAfter(disk) : null);
    try (Stranger other = new Stranger(higher.accept());
        Stranger judged = call()) {
      other.hearPreamble();
      other.hear();
      other.say(Stranger.preamble(1)).say(Stranger.hello(2, 1, ""));
      receiver.awaitEvent("connected 2");

      judged.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, ""));
      receiver.awaitEvent("greeted 0");
      other.say(Stranger.frame(Frames.MESSAGE, (byte) 'm'));
      receiver.awaitText("m");
      assertThat(node.connected(0)).isFalse();

      disk.countDown();
    } finally {
      disk.countDown();
    }
    receiver.judging((from, greeting) -> null);
    worksOnceAgain();
    assertThat(receiver.overlapped()).isFalse();
  }

  private static @Nullable String judgedAfter(CountDownLatch disk) {
    try {
      disk.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return null;
  }

  @Test
  void aPeerThatHangsUpWhileItIsJudgedIsJudgedBeforeItComesAgain() throws IOException {
    CountDownLatch disk = new CountDownLatch(1);
    receiver.judging((from, greeting) -> judgedAfter(disk));
    try {
      try (Stranger hasty = call()) {
        hasty.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, "hasty"));
        receiver.awaitEvent("greeted 0 hasty");
      }
      try (Stranger second = call()) {
        second.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, "second"));
        second.hearPreamble();
        assertThat(second.hearRefusal()).contains("already has a connection");
      }
    } finally {
      disk.countDown();
    }
    worksOnceAgain();
    assertThat(receiver.count("greeted 0 second")).isZero();
    assertThat(receiver.overlapped()).isFalse();
  }

  /** Peers try again until they are let in. */
  private void worksOnceAgain() throws IOException {
    while (true) {
      try (Stranger peer = call()) {
        peer.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, "again"));
        peer.hearPreamble();
        if (peer.hear().kind() == Frames.HELLO) {
          peer.say(Stranger.frame(Frames.WELCOME));
          receiver.awaitEvent("connected 0");
          return;
        }
      }
    }
  }

  @Test
  void tellsACallerWhyItIsNotWelcome() throws IOException {
    RecordingReceiver proud =
        new RecordingReceiver().judging((from, greeting) -> "of another kind");
    try (TcpTransport one = new TcpTransport(1, List.of(ANY, ANY), QUICK, new Random(1))) {
      one.start(() -> new byte[0], proud);
      try (Stranger caller = new Stranger(one.address())) {
        caller.say(Stranger.preamble(1)).say(Stranger.hello(0, 1, ""));
        caller.hearPreamble();
        assertThat(caller.hearRefusal()).isEqualTo("of another kind");
      }
    }
  }

  @Test
  void saysWhichAddressCannotBeListenedOn() {
    InetSocketAddress taken = node.address();
    try (TcpTransport other = new TcpTransport(0, List.of(taken, ANY), QUICK, new Random(1))) {
      assertThatThrownBy(() -> other.start(() -> new byte[0], receiver))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("node 0 cannot listen on")
          .hasMessageContaining("" + taken.getPort());
    }
  }

  @Test
  void saysThatItsOwnNameIsNotKnown() {
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("node.invalid", 7401);
    try (TcpTransport other = new TcpTransport(0, List.of(nowhere, ANY), QUICK, new Random(1))) {
      assertThatThrownBy(() -> other.start(() -> new byte[0], receiver))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("node.invalid")
          .hasMessageContaining("no machine of this name");
    }
  }
}
