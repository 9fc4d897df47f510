package tutti.protocol.commit.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.Vote;

class MessageTest {

  static Stream<Message> messages() {
    Stream<Message> votes =
        Arrays.stream(Vote.values())
            .flatMap(kind -> Stream.of(new Message.Voted(0, kind), new Message.Voted(300, kind)));
    return Stream.concat(
        votes,
        Stream.of(
            new Message.Prepare(0),
            new Message.Prepare(Integer.MAX_VALUE),
            new Message.Decide(true),
            new Message.Decide(false),
            new Message.Ack(),
            new Message.Inquire()));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void isReadAsItWasWritten(Message message) {
    Decoder in = new Decoder(bytes(message));

    assertThat(Message.decode(in)).isEqualTo(message);
    assertThat(in.remaining()).isZero();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void leavesWhatFollows(Message message) {
    Encoder out = new Encoder();
    message.encode(out);
    Decoder in = new Decoder(out.putByte(77).toByteArray());

    Message.decode(in);

    assertThat(in.getByte()).isEqualTo(77);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void isRefusedWhenCutShort(Message message) {
    byte[] whole = bytes(message);
    for (int length = 0; length < whole.length; length++) {
      Decoder in = new Decoder(whole, 0, length);
      assertThatThrownBy(() -> Message.decode(in)).isInstanceOf(MalformedData.class);
    }
  }

  /** Whatever stands there: a message, or malformed data and no other error. */
  @Test
  void isAMessageOrMalformed() {
    int[] some = {0, 1, 2, 3, 0x7F, 0x80, 0xFF};
    int messages = 0;
    for (int tag = 0; tag < 256; tag++) {
      for (int second : some) {
        for (int third : some) {
          try {
            Message.decode(new Decoder(new byte[] {(byte) tag, (byte) second, (byte) third}));
            messages++;
          } catch (MalformedData expected) {
            // As it should be.
          }
        }
      }
    }
    assertThat(messages).isPositive();
  }

  static Stream<byte[]> malformed() {
    return Stream.of(
        new byte[] {0},
        new byte[] {6},
        new byte[] {(byte) 0xFF},
        new byte[] {Message.VOTE, 0, 3},
        new byte[] {Message.VOTE, 0, -1},
        new byte[] {Message.DECIDE, 2},
        // 2^31 is one more than the highest round.
        new byte[] {Message.PREPARE, -128, -128, -128, -128, 8},
        new byte[] {Message.PREPARE, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1},
        new byte[] {Message.PREPARE, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void isRefusedWhenMalformed(byte[] bytes) {
    assertThatThrownBy(() -> Message.decode(new Decoder(bytes))).isInstanceOf(MalformedData.class);
  }

  /** Other versions read these bytes. */
  @Test
  void keepsItsBytes() {
    assertThat(bytes(new Message.Prepare(200))).containsExactly(1, 200, 1);
    assertThat(bytes(new Message.Voted(3, Vote.YES))).containsExactly(2, 3, 0);
    assertThat(bytes(new Message.Voted(3, Vote.NO))).containsExactly(2, 3, 1);
    assertThat(bytes(new Message.Voted(3, Vote.READ_ONLY))).containsExactly(2, 3, 2);
    assertThat(bytes(new Message.Decide(false))).containsExactly(3, 0);
    assertThat(bytes(new Message.Decide(true))).containsExactly(3, 1);
    assertThat(bytes(new Message.Ack())).containsExactly(4);
    assertThat(bytes(new Message.Inquire())).containsExactly(5);
  }

  @Test
  void hasNoRoundBelowZero() {
    assertThatThrownBy(() -> new Message.Prepare(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Message.Voted(-1, Vote.NO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] bytes(Message message) {
    Encoder out = new Encoder();
    message.encode(out);
    return out.toByteArray();
  }
}
