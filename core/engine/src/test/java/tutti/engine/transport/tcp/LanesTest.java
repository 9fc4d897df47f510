package tutti.engine.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.runtime.Uninterruptibly;
import tutti.engine.transport.Lane;
import tutti.engine.transport.RecordingReceiver;

/** Long messages over TCP, and short ones beside them (L3). Node 1 is under test. */
@Timeout(300)
class LanesTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final byte[] VOTE = "vote".getBytes(StandardCharsets.UTF_8);

  private TcpTransport node;
  private final RecordingReceiver receiver = new RecordingReceiver();

  @BeforeEach
  void open() {
    node = new TcpTransport(1, List.of(ANY, ANY), Settings.usual(), new Random(1));
    node.start(() -> new byte[0], receiver);
  }

  @AfterEach
  void close() {
    node.close();
  }

  private Stranger join() throws IOException {
    Stranger peer = new Stranger(node.address()).join(0, 1);
    receiver.awaitEvent("connected 0");
    return peer;
  }

  private static byte[] page(int length) {
    byte[] page = new byte[length];
    new Random(length).nextBytes(page);
    return page;
  }

  private static byte[] credit(int bytes) {
    return Stranger.frame(Frames.CREDIT, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  /** Whatever the peer does with a page, a vote behind it comes. */
  @Test
  void aShortMessageGoesAheadOfLongOnes() throws IOException {
    byte[] first = page(3 << 20);
    byte[] second = page(5 << 20);
    try (Stranger peer = join()) {
      assertThat(node.send(0, first, 0, first.length)).isTrue();
      assertThat(node.send(0, second, 0, second.length)).isTrue();
      assertThat(node.send(0, VOTE, 0, VOTE.length)).isTrue();
      ByteBuffer heard = ByteBuffer.allocate(first.length + second.length);
      for (Stranger.Frame frame = peer.hearNext();
          frame.kind() != Frames.MESSAGE;
          frame = peer.hearNext()) {
        take(frame, heard);
      }
      assertThat(heard.position()).isLessThanOrEqualTo(Lane.CREDIT);
      int credited = 0;
      while (heard.hasRemaining()) {
        int before = heard.position();
        if (before > credited) {
          peer.say(credit(before - credited));
          credited = before;
        }
        while (heard.position() == before) {
          take(peer.hearNext(), heard);
        }
        // A session lasts as long as something is heard.
        peer.say(Stranger.heartbeat());
      }
      assertThat(heard.array()).startsWith(first).endsWith(second);
    }
  }

  private static void take(Stranger.Frame frame, ByteBuffer heard) {
    if (frame.kind() == Frames.PIECE) {
      assertThat(frame.content().length).isLessThanOrEqualTo(Lane.LONGEST_PIECE);
      heard.put(frame.content());
    }
  }

  /** A node that is busy with a page takes votes, and lets the peer send no more than a little. */
  @Test
  void whatIsShortIsTakenWhileALongMessageIs() throws IOException {
    CountDownLatch read = new CountDownLatch(1);
    receiver.reacting(
        (from, message) -> {
          if (message.length > VOTE.length) {
            Uninterruptibly.await(read);
          }
        });
    byte[] page = page(1 << 20);
    try (Stranger peer = join()) {
      for (byte[] frame : frames(page)) {
        peer.say(frame);
      }
      for (byte[] frame : frames(page)) {
        peer.say(frame);
      }
      peer.say(Stranger.frame(Frames.MESSAGE, VOTE));
      receiver.awaitText("vote");
      assertThat(receiver.messages()).hasSizeLessThanOrEqualTo(2);
      read.countDown();
      receiver.awaitMessages(3);
      assertThat(receiver.messages()).filteredOn(each -> Arrays.equals(each, page)).hasSize(2);
    }
  }

  private static List<byte[]> frames(byte[] message) {
    List<byte[]> all = new ArrayList<>();
    all.add(Stranger.frame(Frames.LONG, ByteBuffer.allocate(4).putInt(message.length).array()));
    for (int at = 0; at < message.length; at += Lane.LONGEST_PIECE) {
      int until = Math.min(message.length, at + Lane.LONGEST_PIECE);
      all.add(Stranger.frame(Frames.PIECE, Arrays.copyOfRange(message, at, until)));
    }
    return all;
  }

  @Test
  void endsWhereAPieceBelongsToNothing() throws IOException {
    try (Stranger peer = join()) {
      peer.sayInVain(Stranger.frame(Frames.PIECE, new byte[10]));
      receiver.awaitEvent("disconnected 0 a piece of 10 bytes that belongs to no message");
    }
  }

  @Test
  void endsWhereMoreIsCreditedThanWasSent() throws IOException {
    try (Stranger peer = join()) {
      peer.sayInVain(credit(1));
      receiver.awaitEvent("disconnected 0 a credit of 1 bytes");
    }
  }
}
