package tutti.simulator.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeltaDebuggingTest {
  private static final List<Integer> ALL = IntStream.range(0, 100).boxed().toList();

  @Test
  void findsWhatIsNeededWherever() {
    for (List<Integer> needed :
        List.of(List.of(0), List.of(99), List.of(3, 4), List.of(0, 50, 99), List.of(17, 31, 80))) {
      assertThat(DeltaDebugging.minimize(ALL, some -> some.containsAll(needed))).isEqualTo(needed);
    }
  }

  @Test
  void keepsAllThatIsNeeded() {
    assertThat(DeltaDebugging.minimize(ALL, ALL::equals)).isEqualTo(ALL);
  }

  @Test
  void neverTriesNothing() {
    assertThat(
            DeltaDebugging.minimize(
                ALL,
                some -> {
                  assertThat(some).isNotEmpty();
                  return true;
                }))
        .hasSize(1);
  }

  /** The paper's §3.3: few tests when one element is needed. */
  @Test
  void looksForOneByHalves() {
    AtomicInteger tests = new AtomicInteger();
    DeltaDebugging.minimize(
        ALL,
        some -> {
          tests.incrementAndGet();
          return some.contains(42);
        });
    assertThat(tests.get()).isLessThan(20);
  }
}
