package tutti.engine.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;

class MessageBatcherTest {
  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final List<String> sent = new ArrayList<>();
  private final List<String> taken = new ArrayList<>();
  private long room = Long.MAX_VALUE;
  private final MessageBatcher mail =
      new MessageBatcher(
          0,
          steps::add,
          (to, bytes, length) -> carry(to, bytes, length),
          () -> 17,
          (from, in) -> {
            String text = in.getString();
            return () -> taken.add(from + ": " + text);
          },
          () -> room);

  private void carry(int to, byte[] bytes, int length) {
    Decoder in = new Decoder(Arrays.copyOf(bytes, length));
    List<String> all = new ArrayList<>();
    while (in.remaining() > 0) {
      Decoder one = in.part(in.getCount(in.remaining()));
      all.add(one.remaining() > 20 ? "long" : one.getString());
    }
    sent.add(to + ": " + String.join(" ", all));
  }

  private void put(int to, String text) {
    mail.send(to, new Encoder().putString(text));
  }

  private void run() {
    for (Runnable step = steps.poll(); step != null; step = steps.poll()) {
      step.run();
    }
  }

  @Test
  void whatTheStepsSoFarSayToOneHostGoesTogether() {
    steps.add(() -> put(1, "a"));
    steps.add(() -> put(2, "b"));
    steps.add(() -> put(1, "c"));
    run();
    assertThat(sent).containsExactly("1: a c", "2: b");
    steps.add(() -> put(1, "d"));
    run();
    assertThat(sent).last().isEqualTo("1: d");
  }

  @Test
  void manyDoNotWaitForAHostThatIsBehind() {
    for (int i = 0; i < 20; i++) {
      put(1, "x");
    }
    assertThat(sent).containsExactly("1: " + "x ".repeat(16).strip());
    run();
    assertThat(sent).hasSize(2).last().isEqualTo("1: x x x x");
  }

  @Test
  void whatIsLongGoesApartAndInItsPlace() {
    put(1, "before");
    put(1, "x".repeat(70_000));
    put(1, "behind");
    run();
    assertThat(sent).containsExactly("1: before", "1: long", "1: behind");
  }

  /** A host that is slow is told the same again and again, and memory for all of it has an end. */
  @Test
  void dropsWhatIsLongWhileTooMuchWaitsToBeRead() {
    room = 64 * 3100;
    String text = "x".repeat(1000);
    for (int i = 0; i < 10; i++) {
      mail.received(1, message(i + text));
    }
    mail.received(1, message("short"));
    run();
    assertThat(taken).containsExactly("1: 0" + text, "1: 1" + text, "1: 2" + text, "1: short");
    // One that is longer than all the room is taken where nothing waits.
    taken.clear();
    mail.received(1, message(text.repeat(4)));
    run();
    assertThat(taken).containsExactly("1: " + text.repeat(4));
  }

  private static Decoder message(String text) {
    Encoder one = new Encoder().putString(text);
    Encoder out = new Encoder().putVarLong(one.size()).putRaw(one.array(), 0, one.size());
    return new Decoder(out.array(), 0, out.size());
  }

  /** A link takes no message of any length. */
  @Test
  void whatIsTooLongForALinkGoesInFragmentsAndIsTakenWhole() {
    String text = "x".repeat(3 << 20);
    List<byte[]> arrives = new ArrayList<>();
    MessageBatcher other =
        new MessageBatcher(
            3,
            steps::add,
            (to, bytes, length) -> arrives.add(Arrays.copyOf(bytes, length)),
            () -> 18,
            (from, in) -> () -> {},
            () -> room);
    other.send(0, new Encoder().putString("before"));
    other.send(0, new Encoder().putString(text));
    other.send(0, new Encoder().putString("behind"));
    run();
    assertThat(arrives)
        .hasSizeGreaterThan(40)
        .allSatisfy(each -> assertThat(each).hasSizeLessThan(70_000));
    arrives.forEach(each -> mail.received(3, new Decoder(each)));
    run();
    assertThat(taken).containsExactly("3: before", "3: " + text, "3: behind");
    assertThat(MessageBatcher.inWords(new Decoder(arrives.get(1)), Decoder::getString))
        .startsWith("part of a long message");
    taken.clear();
    arrives.remove(5);
    arrives.forEach(each -> mail.received(3, new Decoder(each)));
    run();
    assertThat(taken)
        .as("one message of the link is lost")
        .containsExactly("3: before", "3: behind");
  }

  @Test
  void whatGoesToThisHostItselfIsTakenInAStep() {
    put(0, "own");
    assertThat(taken).isEmpty();
    run();
    assertThat(sent).isEmpty();
    assertThat(taken).containsExactly("0: own");
  }

  @Test
  void whatTheStepsSoFarSayToThisHostIsTakenInOneStepBehindThem() {
    put(0, "a");
    put(1, "b");
    mail.here(() -> put(0, "c"));
    steps.add(() -> put(0, "d"));
    steps.remove().run();
    assertThat(sent).containsExactly("1: b");
    assertThat(steps).hasSize(2);
    run();
    assertThat(taken).startsWith("0: a");
    assertThat(taken).containsExactlyInAnyOrder("0: a", "0: c", "0: d");
  }

  @Test
  void whatComesBeforeAMessageThatIsNoneIsTaken() {
    Encoder all = new Encoder().putVarLong(2).putString("a").putVarLong(9).putString("b");
    mail.received(3, new Decoder(all.array(), 0, all.size()));
    run();
    assertThat(taken).containsExactly("3: a");
  }
}
