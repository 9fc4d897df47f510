package tutti.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A figure says how long its outstanding runs may take. */
class TimeLeftTest {
  private static final long MINUTE = 60_000_000_000L;

  private static Runs runs(int failed, int outstanding) {
    return new Runs(
        List.of(),
        failed == 1 ? Map.of("a", "why") : Map.of("a", "why", "b", "why"),
        Collections.nCopies(outstanding, "c"));
  }

  @Test
  void goesByTheRunsThatHaveEnded() {
    assertThat(Measuring.left(runs(1, 15), 75_000_000_000L))
        .isEqualTo("; about 19 min left at most");
    assertThat(Measuring.left(runs(2, 6), 4 * MINUTE)).isEqualTo("; about 12 min left at most");
    assertThat(Measuring.left(runs(1, 1), MINUTE / 2)).isEmpty();
    assertThat(Measuring.left(runs(1, 0), 90 * MINUTE)).isEmpty();
  }
}
