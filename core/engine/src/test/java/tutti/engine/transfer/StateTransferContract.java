package tutti.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.testing.Effort;

/**
 * The tests that every pair of a source and a sink passes: the state of two hosts, which have the
 * same, comes to a third one whose messages are lost, doubled and late.
 */
public abstract class StateTransferContract {
  protected static final int GIVER = 0;
  protected static final int OTHER = 1;
  protected static final int TAKER = 2;

  /** The reminders without a piece between them after which a sender is given up. */
  protected static final int PATIENCE = 3;

  /** More reminders than any transfer needs. */
  private static final int MOST_REMINDERS = 200;

  private final Deque<Sent> underWay = new ArrayDeque<>();
  private final List<Sent> all = new ArrayList<>();
  protected final Map<Integer, StateTransfer<?>> givers = new TreeMap<>();
  protected StateTransfer<?> taker = giverOfNothing();
  private boolean isGiverSilent;

  /** A message that was sent. */
  private record Sent(int from, int to, byte[] part) {}

  /** Returns a replica that has the state. */
  protected abstract StateTransfer<?> giver(int host, StateTransfer.Way way);

  /** Returns a replica that lacks the state, in place of any before. */
  protected abstract StateTransfer<?> taker(StateTransfer.Way way);

  /** Reminds the taker, of one of the givers if these offer. */
  protected abstract void remind(int giver);

  /** Lets what was written become durable, and time pass until the next piece is asked for. */
  protected abstract void pass();

  /** Returns the state of the givers. */
  protected abstract Object given();

  /** Returns the state that has come, once it is whole. */
  protected abstract Object taken();

  private StateTransfer<?> giverOfNothing() {
    return new StateTransfer<>(
        "nothing", way(TAKER), new NoState(), new NoSink(), () -> 1, PATIENCE);
  }

  private void begin() {
    underWay.clear();
    all.clear();
    isGiverSilent = false;
    for (int host : new int[] {GIVER, OTHER}) {
      givers.put(host, giver(host, way(host)));
    }
    taker = taker(way(TAKER));
  }

  private StateTransfer.Way way(int from) {
    return (to, part) -> send(from, to, part);
  }

  private void send(int from, int to, Encoder part) {
    Sent sent = new Sent(from, to, part.toByteArray());
    all.add(sent);
    underWay.add(sent);
  }

  private void deliver(Sent sent) {
    if (isGiverSilent && (sent.from == GIVER || sent.to == GIVER)) {
      return;
    }
    StateTransfer<?> to = sent.to == TAKER ? taker : givers.get(sent.to);
    to.received(sent.from, new Decoder(sent.part));
  }

  private void deliverAll() {
    while (!underWay.isEmpty()) {
      deliver(underWay.remove());
    }
  }

  /** Lets the transfer go on to its end, with a reminder whenever nothing is under way. */
  private void finish() {
    finish(GIVER, OTHER);
  }

  /** Lets the transfer go on to its end, with reminders of those givers in turn. */
  private void finish(int... reminding) {
    for (int reminders = 0; taker.installed() == 0; reminders++) {
      assertThat(reminders).as("reminders").isLessThan(MOST_REMINDERS);
      remind(reminding[reminders % reminding.length]);
      for (int steps = 0; steps < 4; steps++) {
        deliverAll();
        pass();
      }
    }
    assertThat(taken()).isEqualTo(given());
    assertThat(taker.isComing()).isFalse();
  }

  /** Lets something happen at the givers after the first piece, and the transfer end. */
  protected final void comesWhile(Runnable change) {
    begin();
    remind(GIVER);
    deliver(underWay.remove());
    deliver(underWay.remove());
    change.run();
    finish();
  }

  private int messages() {
    begin();
    finish();
    return all.size();
  }

  @Test
  void theWholeStateComes() {
    assertThat(messages()).as("it is more than one piece").isGreaterThan(5);
  }

  @Test
  void aMessageThatIsLostIsMadeUpFor() {
    int messages = messages();
    for (int lost = 0; lost < messages; lost++) {
      begin();
      remind(GIVER);
      for (int steps = 0; steps < 2 * MOST_REMINDERS && all.size() <= lost; steps++) {
        if (underWay.isEmpty()) {
          pass();
        } else {
          deliver(underWay.remove());
        }
      }
      underWay.clear();
      finish(GIVER);
    }
  }

  @Test
  void messagesThatComeTwiceDoNothingMore() {
    begin();
    for (int reminders = 0; taker.installed() == 0; reminders++) {
      assertThat(reminders).isLessThan(MOST_REMINDERS);
      remind(GIVER);
      for (int steps = 0; steps < 8; steps++) {
        List<Sent> now = List.copyOf(underWay);
        underWay.clear();
        now.forEach(this::deliver);
        now.forEach(this::deliver);
        pass();
      }
    }
    finish();
    assertThat(taker.installed()).isEqualTo(1);
  }

  /** All messages of a transfer that was given up come once more between those of the next one. */
  @Test
  void messagesOfAnEarlierTransferThatComeLateDoNothing() {
    int messages = messages();
    for (int moment = 0; moment < messages; moment++) {
      begin();
      remind(GIVER);
      for (int steps = 0; steps < messages && taker.installed() == 0; steps++) {
        deliverAll();
        pass();
      }
      List<Sent> late = List.copyOf(all);
      underWay.clear();
      taker = taker(way(TAKER));
      remind(GIVER);
      for (int steps = 0; steps < moment && taker.installed() == 0; steps++) {
        if (underWay.isEmpty()) {
          pass();
        } else {
          deliver(underWay.remove());
        }
      }
      pass();
      int sent = all.size();
      late.stream().filter(StateTransferContract::isAnAnswer).forEach(this::deliver);
      pass();
      assertThat(all).as("what was sent at moment %s", moment).hasSize(sent);
      finish();
    }
  }

  /** An offer that comes late is a reminder as any other is. */
  private static boolean isAnAnswer(Sent sent) {
    return sent.to == TAKER && sent.part[0] != 0;
  }

  @Test
  void anotherSenderIsTakenWhenTheFirstSaysNothingAnyMore() {
    begin();
    remind(GIVER);
    if (!underWay.isEmpty()) {
      deliver(underWay.remove());
    }
    isGiverSilent = true;
    finish();
  }

  @Test
  void aSenderThatHasStartedAgainIsAskedAnew() {
    int messages = messages();
    for (int moment = 0; moment < messages; moment++) {
      begin();
      remind(GIVER);
      for (int steps = 0; steps < moment && taker.installed() == 0; steps++) {
        if (underWay.isEmpty()) {
          pass();
        } else {
          deliver(underWay.remove());
        }
      }
      for (int host : new int[] {GIVER, OTHER}) {
        givers.put(host, giver(host, way(host)));
      }
      finish();
    }
  }

  @Test
  void theStateComesWhateverTheNetworkDoes() {
    Effort.seeds(
        100,
        () -> true,
        seed -> {
          Random random = new Random(seed);
          begin();
          for (int i = 0; i < 150 && taker.installed() == 0; i++) {
            disturb(random);
          }
          finish();
        });
  }

  private void disturb(Random random) {
    switch (random.nextInt(8)) {
      case 0 -> remind(random.nextInt(2));
      case 1 -> underWay.pollFirst();
      case 2 -> {
        if (!all.isEmpty()) {
          deliver(all.get(random.nextInt(all.size())));
        }
      }
      case 3 -> {
        if (!underWay.isEmpty()) {
          underWay.addLast(underWay.removeFirst());
        }
      }
      case 4 -> pass();
      default -> {
        if (underWay.isEmpty()) {
          pass();
        } else {
          deliver(underWay.removeFirst());
        }
      }
    }
  }
}
