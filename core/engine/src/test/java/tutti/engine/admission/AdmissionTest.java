package tutti.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.engine.admission.Admission.Verdict;

class AdmissionTest {
  private static final long TIMEOUT = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long KEY = 77;

  private final Admission admission = new Admission(() -> 0);
  private long now = 1_000_000_000L;

  private Verdict judge(long key) {
    return admission.judge(now, 0, TIMEOUT, true, key);
  }

  /** All requests of some seconds take their whole time, until the bound is the least. */
  private void overload() {
    for (int i = 0; i < 100; i++) {
      for (int each = 0; each < 20; each++) {
        admission.work().begins();
      }
      for (int each = 0; each < 20; each++) {
        admission.work().ends(TIMEOUT, TIMEOUT, false);
      }
      now += TIMEOUT;
      admission.sample(now, 0);
    }
    assertThat(admission.work().limit()).isEqualTo(WorkLimit.LEAST);
  }

  /** A repeat has a third of the bound, and one request where nothing is under way. */
  @Test
  void aRepeatIsBegunOnceNothingIsUnderWay() {
    overload();
    admission.work().begins();
    admission.work().begins();
    assertThat(judge(KEY)).isEqualTo(Verdict.OVERLOADED);
    admission.work().leaves();
    assertThat(judge(KEY)).as("others go first").isEqualTo(Verdict.OVERLOADED);
    assertThat(judge(0)).isEqualTo(Verdict.BEGIN);
    admission.work().leaves();
    assertThat(judge(KEY)).isEqualTo(Verdict.BEGIN);
  }
}
