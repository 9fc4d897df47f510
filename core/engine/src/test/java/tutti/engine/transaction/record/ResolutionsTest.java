package tutti.engine.transaction.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;

class ResolutionsTest {
  private static Resolution resolution(int number) {
    BranchKey key = new BranchKey(new TransactionId(0, 1, number, 0), 0);
    return new Resolution(
        key, "two-phase", null, true, Instant.EPOCH, "ann", "why", List.of("A"), null, null);
  }

  @Test
  void areShownOnceNothingCanTakeThemBack() {
    Resolutions all = new Resolutions();
    Resolution first = resolution(1);
    Resolution second = resolution(2);
    all.add(first);
    all.addUnsure(second);
    assertThat(all.get(second.key())).as("it holds").isEqualTo(second);
    assertThat(all.all()).containsExactlyInAnyOrder(first, second);
    assertThat(all.shown()).containsExactly(first);
    all.learnt(second.key(), false, Instant.EPOCH);
    assertThat(all.shown()).containsExactly(first);
    all.durable(second.key());
    assertThat(all.shown()).hasSize(2);
  }
}
