package tutti.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.model.MalformedData;

/** The contract of every driver of the Transport port. */
@Timeout(300)
public abstract class TransportContract {

  /** Nodes that can be started and whose links can be cut. */
  public interface Network extends AutoCloseable {
    /** A new transport for a node, not started; the one before it is closed. */
    Transport transport(int node);

    void cut(int a, int b);

    void restore(int a, int b);

    @Override
    void close();
  }

  private Network network;
  private final Map<Integer, Transport> transports = new HashMap<>();
  private final Map<Integer, RecordingReceiver> receivers = new HashMap<>();

  /** A network of that many nodes. */
  protected abstract Network network(int nodes);

  @BeforeEach
  void open() {
    network = network(3);
  }

  @AfterEach
  void close() {
    transports.values().forEach(Transport::close);
    network.close();
    receivers
        .values()
        .forEach(
            receiver ->
                assertThat(receiver.overlapped()).as("calls for one peer overlap").isFalse());
  }

  private RecordingReceiver start(int node) {
    return start(node, new RecordingReceiver());
  }

  private RecordingReceiver start(int node, RecordingReceiver receiver) {
    Transport transport = network.transport(node);
    transports.put(node, transport);
    receivers.put(node, receiver);
    transport.start(() -> ("I am " + node).getBytes(StandardCharsets.UTF_8), receiver);
    return receiver;
  }

  private boolean send(int from, int to, String text) {
    byte[] bytes = ("<<" + text + ">>").getBytes(StandardCharsets.UTF_8);
    boolean sent = transports.get(from).send(to, bytes, 2, bytes.length - 4);
    // What was sent is a copy.
    Arrays.fill(bytes, (byte) '?');
    return sent;
  }

  private void connectAll() {
    for (int node = 0; node < 3; node++) {
      start(node);
    }
    for (int node = 0; node < 3; node++) {
      for (int peer = 0; peer < 3; peer++) {
        if (peer != node) {
          receivers.get(node).awaitEvent("connected " + peer);
        }
      }
    }
  }

  @Test
  void greetsEveryPeerBeforeTheSessionBegins() {
    connectAll();
    for (int node = 0; node < 3; node++) {
      List<String> events = receivers.get(node).events();
      for (int peer = 0; peer < 3; peer++) {
        if (peer != node) {
          assertThat(events)
              .containsSubsequence("greeted " + peer + " I am " + peer, "connected " + peer);
          assertThat(transports.get(node).connected(peer)).isTrue();
        }
      }
      assertThat(events).hasSize(4);
    }
  }

  @Test
  void carriesMessagesBetweenEveryTwoNodes() {
    connectAll();
    for (int from = 0; from < 3; from++) {
      for (int to = 0; to < 3; to++) {
        if (from != to) {
          assertThat(send(from, to, from + " to " + to)).isTrue();
        }
      }
    }
    for (int to = 0; to < 3; to++) {
      receivers.get(to).awaitMessages(2);
      int self = to;
      assertThat(receivers.get(to).texts())
          .containsExactlyInAnyOrder(
              (self + 1) % 3 + " to " + self, (self + 2) % 3 + " to " + self);
    }
  }

  @Test
  void keepsTheOrderOfEverySender() throws Exception {
    connectAll();
    int senders = 4;
    int each = 5_000;
    List<Thread> threads = new ArrayList<>();
    AtomicBoolean lost = new AtomicBoolean();
    for (int sender = 0; sender < senders; sender++) {
      int me = sender;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      if (!send(0, 1, me + ":" + i)) {
                        lost.set(true);
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    receivers.get(1).awaitMessages(senders * each);
    assertThat(lost).isFalse();
    int[] next = new int[senders];
    for (String text : receivers.get(1).texts()) {
      String[] parts = text.split(":");
      assertThat(Integer.parseInt(parts[1])).isEqualTo(next[Integer.parseInt(parts[0])]++);
    }
    assertThat(next).containsOnly(each);
  }

  @Test
  void carriesEmptyAndBigMessages() {
    connectAll();
    SplittableRandom random = new SplittableRandom(1);
    List<byte[]> sent = new ArrayList<>();
    for (int length : new int[] {0, 1, 3, 65_535, 65_536, 1_000_000, 0, 16 << 20, 10}) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      sent.add(bytes);
      assertThat(transports.get(2).send(0, bytes, 0, length)).isTrue();
    }
    receivers.get(0).awaitMessages(sent.size());
    List<byte[]> received = receivers.get(0).messages();
    for (Lane lane : Lane.values()) {
      List<byte[]> all = ofLane(received, lane);
      List<byte[]> expected = ofLane(sent, lane);
      assertThat(all).hasSameSizeAs(expected);
      for (int i = 0; i < all.size(); i++) {
        assertThat(Arrays.equals(all.get(i), expected.get(i))).as("%s %d", lane, i).isTrue();
      }
    }
  }

  private static List<byte[]> ofLane(List<byte[]> messages, Lane lane) {
    return messages.stream().filter(message -> Lane.of(message.length) == lane).toList();
  }

  /** Code that relies on having sent waits for this, and not for {@code send} to return. */
  @Test
  void callsBackOnceTheNetworkHasWhatWasSent() throws Exception {
    connectAll();
    CountDownLatch sent = new CountDownLatch(3);
    transports.get(0).afterSent(1, sent::countDown);
    byte[] big = new byte[8 << 20];
    for (int i = 0; i < 4; i++) {
      assertThat(transports.get(0).send(1, big, 0, big.length)).isTrue();
    }
    transports.get(0).afterSent(1, sent::countDown);
    transports.get(0).afterSent(2, sent::countDown);
    sent.await();
    receivers.get(1).awaitMessages(4);
  }

  @Test
  void callsBackAtOnceWhereThereIsNoSession() {
    start(0);
    AtomicBoolean called = new AtomicBoolean();
    transports.get(0).afterSent(1, () -> called.set(true));
    assertThat(called).isTrue();
  }

  @Test
  void neverCallsBackOnceClosed() {
    connectAll();
    AtomicBoolean called = new AtomicBoolean();
    transports.get(0).close();
    transports.get(0).afterSent(1, () -> called.set(true));
    assertThat(called).isFalse();
  }

  @Test
  void refusesToSendWhatItCannotCarry() {
    connectAll();
    byte[] tooLong = new byte[(16 << 20) + 1];
    assertThatThrownBy(() -> transports.get(0).send(1, tooLong, 0, tooLong.length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16777216");
    assertThatThrownBy(() -> transports.get(0).send(0, tooLong, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> transports.get(0).send(3, tooLong, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(transports.get(0).connected(1)).isTrue();
  }

  @Test
  void sendsNothingToWhoIsNotConnected() {
    start(0);
    assertThat(send(0, 1, "too early")).isFalse();
    assertThat(transports.get(0).connected(1)).isFalse();
    start(1);
    receivers.get(0).awaitEvent("connected 1");
    assertThat(send(0, 1, "in time")).isTrue();
    receivers.get(1).awaitMessages(1);
    assertThat(receivers.get(1).texts()).containsExactly("in time");
  }

  @Test
  void answersFromWithinACall() {
    RecordingReceiver one = new RecordingReceiver();
    start(0);
    start(1, one.reacting((node, message) -> send(1, node, "thanks")));
    receivers.get(0).awaitEvent("connected 1");
    assertThat(send(0, 1, "a present")).isTrue();
    receivers.get(0).awaitMessages(1);
    assertThat(receivers.get(0).texts()).containsExactly("thanks");
  }

  @Test
  void connectsAgainAfterALinkWasCut() {
    connectAll();
    network.cut(0, 1);
    receivers.get(0).awaitEvent("disconnected 1");
    receivers.get(1).awaitEvent("disconnected 0");
    assertThat(send(0, 1, "into the void")).isFalse();
    assertThat(send(0, 2, "the other way")).isTrue();
    receivers.get(2).awaitMessages(1);
    network.restore(0, 1);
    receivers.get(0).awaitEvents("connected 1", 2);
    receivers.get(1).awaitEvents("connected 0", 2);
    assertThat(send(0, 1, "back")).isTrue();
    receivers.get(1).awaitMessages(1);
    assertThat(receivers.get(1).texts()).containsExactly("back");
    assertThat(receivers.get(2).count("disconnected")).isZero();
    assertThat(transports.get(0).statistics().reconnects()).isEqualTo(1);
  }

  @Test
  void losesButNeverRepeatsOrReordersWhenLinksBreak() {
    connectAll();
    int sent = 0;
    for (int round = 1; round <= 5; round++) {
      receivers.get(0).awaitEvents("connected 1", round);
      for (int i = 0; i < 2_000; i++) {
        send(0, 1, "" + sent++);
        if (i == 1_000) {
          network.cut(0, 1);
        }
      }
      receivers.get(0).awaitEvents("disconnected 1", round);
      network.restore(0, 1);
    }
    receivers.get(0).awaitEvents("connected 1", 6);
    String last = "" + sent;
    assertThat(send(0, 1, last)).isTrue();
    RecordingReceiver one = receivers.get(1);
    one.awaitText(last);
    int before = -1;
    for (String text : one.texts()) {
      int number = Integer.parseInt(text);
      assertThat(number).isGreaterThan(before);
      before = number;
    }
  }

  @Test
  void connectsToANodeThatComesBack() {
    connectAll();
    transports.get(1).close();
    receivers.get(0).awaitEvent("disconnected 1");
    receivers.get(2).awaitEvent("disconnected 1");
    assertThat(send(0, 1, "nobody there")).isFalse();
    start(1);
    receivers.get(0).awaitEvents("connected 1", 2);
    receivers.get(1).awaitEvent("connected 0");
    assertThat(send(1, 0, "here I am")).isTrue();
    receivers.get(0).awaitMessages(1);
  }

  @Test
  void isSilentOnceClosed() {
    connectAll();
    transports.get(1).close();
    List<String> events = receivers.get(1).events();
    receivers.get(0).awaitEvent("disconnected 1");
    assertThat(send(1, 0, "from the grave")).isFalse();
    assertThat(transports.get(1).connected(0)).isFalse();
    assertThat(receivers.get(1).events()).isEqualTo(events);
    transports.get(1).close();
  }

  @Test
  void tellsARefusedPeerWhyAndTriesAgain() {
    AtomicReference<String> objection =
        new AtomicReference<>("your deployment has 4 nodes, mine 3");
    start(0, new RecordingReceiver().judging((node, greeting) -> objection.get()));
    start(1);
    receivers.get(1).awaitEvents("refused 0 your deployment has 4 nodes, mine 3", 2);
    assertThat(receivers.get(0).count("connected")).isZero();
    assertThat(receivers.get(1).count("connected")).isZero();
    assertThat(send(1, 0, "let me in")).isFalse();
    assertThat(transports.get(0).statistics().refusedHandshakes()).isPositive();
    assertThat(transports.get(1).statistics().refusedHandshakes()).isPositive();
    objection.set(null);
    receivers.get(0).awaitEvent("connected 1");
    receivers.get(1).awaitEvent("connected 0");
    assertThat(send(1, 0, "thank you")).isTrue();
    receivers.get(0).awaitMessages(1);
  }

  @Test
  void letsEitherSideRefuse() {
    AtomicReference<String> objection = new AtomicReference<>("not you");
    start(0);
    start(1, new RecordingReceiver().judging((node, greeting) -> objection.get()));
    receivers.get(0).awaitEvent("refused 1 not you");
    assertThat(receivers.get(0).count("connected")).isZero();
    objection.set(null);
    receivers.get(0).awaitEvent("connected 1");
    receivers.get(1).awaitEvent("connected 0");
  }

  @Test
  void refusesAGreetingThatCannotBeJudged() {
    start(0);
    start(
        1,
        new RecordingReceiver()
            .judging(
                (node, greeting) -> {
                  throw new MalformedData("no number where one should be");
                }));
    receivers.get(0).awaitEvent("refused 1 its greeting cannot be read: no number");
    assertThat(receivers.get(0).count("connected")).isZero();
  }

  @Test
  void endsOnlyTheSessionWhoseMessageCannotBeTaken() {
    RecordingReceiver one =
        new RecordingReceiver()
            .reacting(
                (node, message) -> {
                  if (new String(message, StandardCharsets.UTF_8).equals("poison")) {
                    throw new MalformedData("not a message");
                  }
                });
    start(0);
    start(1, one);
    start(2);
    receivers.get(0).awaitEvent("connected 1");
    receivers.get(2).awaitEvent("connected 1");
    assertThat(send(0, 1, "poison")).isTrue();
    receivers.get(0).awaitEvent("disconnected 1");
    one.awaitEvent("disconnected 0");
    assertThat(one.events().stream().filter(e -> e.startsWith("disconnected 0")).findFirst())
        .hasValueSatisfying(why -> assertThat(why).contains("not a message"));
    receivers.get(0).awaitEvents("connected 1", 2);
    assertThat(send(0, 1, "food")).isTrue();
    one.awaitMessages(2);
    assertThat(one.texts()).containsExactly("poison", "food");
    assertThat(one.count("disconnected 2")).isZero();
  }

  @Test
  void countsWhatItDoes() {
    connectAll();
    for (int i = 0; i < 100; i++) {
      assertThat(send(0, 1, "12345")).isTrue();
    }
    receivers.get(1).awaitMessages(100);
    // A receiver's counts may lag behind by the batch that it is given: what it is given next is
    // one.
    assertThat(send(0, 1, "12345")).isTrue();
    receivers.get(1).awaitMessages(101);
    TransportStatistics sender = transports.get(0).statistics();
    TransportStatistics receiver = transports.get(1).statistics();
    assertThat(sender.messagesSent()).isEqualTo(101);
    assertThat(sender.bytesSent()).isEqualTo(505);
    assertThat(sender.batchesSent()).isBetween(1L, 101L);
    assertThat(receiver.messagesReceived()).isBetween(100L, 101L);
    assertThat(receiver.bytesReceived()).isBetween(500L, 505L);
    assertThat(receiver.batchesReceived()).isBetween(1L, 101L);
    assertThat(sender.reconnects()).isZero();
    assertThat(sender.refusedHandshakes()).isZero();
  }

  @Test
  void saysWhenTooMuchIsWaiting() {
    CountDownLatch blocked = new CountDownLatch(1);
    RecordingReceiver one =
        new RecordingReceiver().reacting((node, message) -> awaitUninterrupted(blocked));
    start(0);
    start(1, one);
    receivers.get(0).awaitEvent("connected 1");
    assertThat(transports.get(0).congested()).isFalse();
    byte[] megabyte = new byte[1 << 20];
    int sent = 0;
    try {
      while (!transports.get(0).congested()) {
        assertThat(transports.get(0).send(1, megabyte, 0, megabyte.length)).isTrue();
        assertThat(++sent).isLessThan(100);
      }
      // What was admitted may end.
      assertThat(send(0, 1, "still taken")).isTrue();
      assertThat(sent).isGreaterThan(1);
    } finally {
      blocked.countDown();
    }
    one.awaitMessages(sent + 1);
    assertThat(one.texts().stream().filter("still taken"::equals)).hasSize(1);
    // The sender may hear a little later that all has left.
    while (transports.get(0).congested()) {
      Thread.onSpinWait();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
