package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the messages between parties of one host. */
class OwnMailTest {
  private final Queue<Runnable> steps = new ArrayDeque<>();
  private final OwnMail mail = new OwnMail(steps::add);
  private final List<Integer> delivered = new ArrayList<>();

  @Test
  void aHostThatIsSlowLosesWhatComesBeyondTheBound() {
    send(3 * OwnMail.MOST);

    assertThat(steps).hasSize(OwnMail.MOST);
    assertThat(mail.congested()).isTrue();
  }

  @Test
  void whatIsTakenIsDeliveredInOrderAndMakesRoom() {
    send(OwnMail.MOST + 1);

    steps.forEach(Runnable::run);
    steps.clear();

    assertThat(delivered)
        .containsExactlyElementsOf(IntStream.range(0, OwnMail.MOST).boxed().toList());
    assertThat(mail.congested()).isFalse();
    send(1);
    assertThat(steps).hasSize(1);
  }

  private void send(int count) {
    IntStream.range(0, count).forEach(each -> mail.send(() -> delivered.add(each)));
  }
}
