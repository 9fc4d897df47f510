package tutti.protocol.termination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Set;
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
    return Stream.of(
            Stream.of(
                new Message.Prepare(0, Set.of()),
                new Message.Prepare(Integer.MAX_VALUE, Set.of(0, 1, 300)),
                new Message.PreCommit(),
                new Message.PreCommitted(),
                new Message.Global(true, Set.of(2, 1, 0), false),
                new Message.Global(false, Set.of(), true),
                new Message.Heard(true),
                new Message.Heard(false),
                new Message.Ask(true),
                new Message.Ask(false)),
            Arrays.stream(Vote.values()).map(vote -> new Message.Voted(300, vote)),
            Arrays.stream(MemberStatus.values()).map(Message.Answer::new))
        .flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void isReadAsItWasWrittenAndLeavesWhatFollows(Message message) {
    Encoder out = new Encoder();
    message.encode(out);
    Decoder in = new Decoder(out.putByte(77).toByteArray());

    assertThat(Message.decode(in)).isEqualTo(message);
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

  static Stream<byte[]> malformed() {
    return Stream.of(
        new byte[] {0},
        new byte[] {9},
        new byte[] {(byte) 0xFF},
        new byte[] {Message.VOTED, 0, 3},
        new byte[] {Message.ANSWER, 4},
        new byte[] {Message.HEARD, 2},
        new byte[] {Message.PREPARE, 1, 2, 1, 1},
        new byte[] {Message.PREPARE, 1, 2, 2, 1},
        new byte[] {Message.PREPARE, 1, 100, 1});
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void isRefusedWhenMalformed(byte[] bytes) {
    assertThatThrownBy(() -> Message.decode(new Decoder(bytes))).isInstanceOf(MalformedData.class);
  }

  /** Other versions read these bytes. */
  @Test
  void keepsItsBytes() {
    assertThat(bytes(new Message.Prepare(200, Set.of(3, 0)))).containsExactly(1, 200, 1, 2, 0, 3);
    assertThat(bytes(new Message.Voted(3, Vote.READ_ONLY))).containsExactly(2, 3, 2);
    assertThat(bytes(new Message.PreCommit())).containsExactly(3);
    assertThat(bytes(new Message.PreCommitted())).containsExactly(4);
    assertThat(bytes(new Message.Global(true, Set.of(1), false))).containsExactly(5, 1, 1, 1, 0);
    assertThat(bytes(new Message.Heard(true))).containsExactly(6, 1);
    assertThat(bytes(new Message.Ask(true))).containsExactly(7, 1);
    assertThat(bytes(new Message.Answer(MemberStatus.RECOVERED))).containsExactly(8, 3);
  }

  @Test
  void aMemoryIsReadAsItWasWritten() {
    for (boolean agreed : new boolean[] {true, false}) {
      Remembered memory = new Remembered(Set.of(0, 7, 2), agreed);
      Encoder out = new Encoder();
      memory.encode(out);
      assertThat(Remembered.decode(new Decoder(out.toByteArray()))).isEqualTo(memory);
    }
  }

  private static byte[] bytes(Message message) {
    Encoder out = new Encoder();
    message.encode(out);
    return out.toByteArray();
  }
}
