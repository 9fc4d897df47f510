package tutti.engine.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.ManualScheduler;

/** A host that does not answer a question for keys is asked less and less often. */
class KeyQuestionsTest {
  private static final long MILLIS = 1_000_000;

  @Test
  void thePausesBetweenRepetitionsDouble() {
    ManualScheduler scheduler = new ManualScheduler();
    List<Long> sends = new ArrayList<>();
    KeyQuestions questions =
        new KeyQuestions(
            Map.of(0, List.of(1)),
            scheduler,
            scheduler.newStepQueue("keys"),
            7,
            (_, _, _) -> sends.add(scheduler.nanos() / MILLIS));
    questions.ask("Account", null, 10, 20 * MILLIS, 3000 * MILLIS, _ -> {});
    for (int millis = 0; millis <= 4000; millis++) {
      scheduler.runAll();
      scheduler.advance(MILLIS);
    }
    assertThat(sends).containsExactly(0L, 20L, 60L, 140L, 300L, 620L, 1120L, 1620L, 2120L, 2620L);
  }
}
