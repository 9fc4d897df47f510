package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the messages between parties of one host. */
class LoopbackQueueTest {
  private final Queue<Runnable> steps = new ArrayDeque<>();
  private final List<Integer> delivered = new ArrayList<>();
  private final LoopbackQueue<Integer> mail = new LoopbackQueue<>(steps::add, delivered::add);

  @Test
  void aHostThatIsSlowLosesWhatComesBeyondTheBound() {
    send(3 * LoopbackQueue.MOST);

    assertThat(steps).hasSize(LoopbackQueue.MOST);
    assertThat(mail.congested()).isTrue();
  }

  @Test
  void whatIsTakenIsDeliveredInOrderAndMakesRoom() {
    send(LoopbackQueue.MOST + 1);

    steps.forEach(Runnable::run);
    steps.clear();

    assertThat(delivered)
        .containsExactlyElementsOf(IntStream.range(0, LoopbackQueue.MOST).boxed().toList());
    assertThat(mail.congested()).isFalse();
    send(1);
    assertThat(steps).hasSize(1);
  }

  /** Repeated questions would else make a slow host slower, for ever. */
  @Test
  void whatIsSentAgainBehindManyOthersWaitsOnce() {
    send(LoopbackQueue.MANY);
    for (int again = 0; again < 10; again++) {
      mail.send(-1);
      mail.send(-2);
    }
    assertThat(steps).hasSize(LoopbackQueue.MANY + 2);

    steps.forEach(Runnable::run);
    steps.clear();
    assertThat(delivered).endsWith(LoopbackQueue.MANY - 1, -1, -2);
    mail.send(-1);
    assertThat(steps).as("it has come and may be sent again").hasSize(1);
  }

  private void send(int count) {
    IntStream.range(0, count).forEach(mail::send);
  }
}
