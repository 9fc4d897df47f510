package tutti.protocol.commit.paxoscommit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.DurableState;

class MessageTest {
  private static final Group GROUP = new Group(List.of(0, 300), List.of(2, 0, 1));
  private static final SortedMap<Integer, ProposedValue> VALUES =
      Message.copy(
          Map.of(
              0, ProposedValue.READ_ONLY, 300, ProposedValue.PREPARED, 7, ProposedValue.ABORTED));
  private static final SortedMap<Integer, Accepted> ACCEPTED =
      Message.copy(
          Map.of(
              0,
              new Accepted(200, ProposedValue.ABORTED),
              300,
              new Accepted(0, ProposedValue.PREPARED)));

  static Stream<Message> messages() {
    return Stream.of(
        new Message.Prepare(300, GROUP),
        new Message.Phase2a(0, List.of(0, 300), VALUES),
        new Message.Phase2b(Integer.MAX_VALUE, VALUES),
        new Message.Phase1a(9, List.of(1)),
        new Message.Phase1b(9, ACCEPTED),
        new Message.Refuse(128),
        new Message.Missing(List.of(3, 4)),
        new Message.No(300),
        new Message.Unknown(),
        new Message.Outcome(true),
        new Message.Outcome(false),
        new Message.Ack(),
        new Message.Forget(),
        new Message.Inquire(),
        new Message.Gone(),
        new Message.Undo());
  }

  static Stream<DurableState> memories() {
    return Stream.of(
        new PaxosDurableState.Member(GROUP, 300),
        new PaxosDurableState.Witness(List.of(0, 300), 7, ACCEPTED));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void isReadAsItWasWritten(Message message) {
    Encoder out = new Encoder();
    message.encode(out);
    byte[] whole = out.toByteArray();
    Decoder in = new Decoder(out.putByte(77).toByteArray());

    assertThat(Message.decode(in)).isEqualTo(message);
    assertThat(in.getByte()).isEqualTo(77);
    for (int length = 0; length < whole.length; length++) {
      Decoder cut = new Decoder(whole, 0, length);
      assertThatThrownBy(() -> Message.decode(cut)).isInstanceOf(MalformedData.class);
    }
  }

  @ParameterizedTest
  @MethodSource("memories")
  void isRememberedAsItWasWritten(DurableState memory) {
    Encoder out = new Encoder();
    memory.encode(out);
    byte[] whole = out.toByteArray();
    Decoder in = new Decoder(out.putByte(77).toByteArray());

    assertThat(new PaxosCommit(1).decodeDurableState(in)).isEqualTo(memory);
    assertThat(in.getByte()).isEqualTo(77);
    for (int length = 0; length < whole.length; length++) {
      Decoder cut = new Decoder(whole, 0, length);
      assertThatThrownBy(() -> PaxosDurableState.decode(cut)).isInstanceOf(MalformedData.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 255})
  void isRefusedWhenItBeginsWithSomethingElse(int tag) {
    byte[] bytes = {(byte) tag, 0, 0, 0};

    assertThatThrownBy(() -> Message.decode(new Decoder(bytes))).isInstanceOf(MalformedData.class);
    assertThatThrownBy(() -> PaxosDurableState.decode(new Decoder(bytes)))
        .isInstanceOf(MalformedData.class);
  }

  @Test
  void hasNoFourthValue() {
    byte[] bytes = {Message.PHASE_2B, 0, 1, 0, 3};

    assertThatThrownBy(() -> Message.decode(new Decoder(bytes))).isInstanceOf(MalformedData.class);
  }

  /** Other versions read these bytes. */
  @Test
  void keepsItsBytes() {
    assertThat(messages().map(MessageTest::tag))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15);
    Encoder out = new Encoder();
    new Message.Phase2a(1, List.of(0, 2), Message.copy(Map.of(2, ProposedValue.ABORTED)))
        .encode(out);
    assertThat(out.toByteArray()).containsExactly(2, 1, 2, 0, 2, 1, 2, 2);
    assertThat(memories().map(MessageTest::tag)).containsExactly(1, 2);
  }

  private static int tag(Message message) {
    Encoder out = new Encoder();
    message.encode(out);
    return out.toByteArray()[0];
  }

  private static int tag(DurableState memory) {
    Encoder out = new Encoder();
    memory.encode(out);
    return out.toByteArray()[0];
  }

  @Test
  void knowsWhichAreForWitnesses() {
    assertThat(messages().filter(Message::forWitness).map(Message::getClass))
        .containsExactly(
            Message.Phase2a.class, Message.Phase1a.class, Message.Forget.class, Message.Gone.class);
  }
}
