package tutti.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Overload, by the least delay of a while. */
class DelayLevelTest {
  private static final long BOUND = 50_000_000;

  private long behind;
  private long now;
  private final DelayLevel load = new DelayLevel(() -> behind);

  private void samples(int count, long loop) {
    for (int i = 0; i < count; i++) {
      now += DelayLevel.WINDOW_NANOS / 4;
      load.sample(now, loop);
    }
  }

  @Test
  void oneLateMomentIsNone() {
    samples(10, 0);
    samples(1, 40 * BOUND);
    assertThat(load.exceeds(BOUND)).isFalse();
    samples(3, 0);
    assertThat(load.exceeds(BOUND)).isFalse();
  }

  @Test
  void aStandstillThatIsOverIsNone() {
    samples(10, 0);
    now += 30 * DelayLevel.WINDOW_NANOS;
    samples(1, 60 * BOUND);
    assertThat(load.lasts(BOUND)).isFalse();
    samples(8, 0);
    assertThat(load.lasts(BOUND)).isFalse();
  }

  @Test
  void aDelayThatStaysIsAndEndsWithTheDelay() {
    samples(12, 2 * BOUND);
    assertThat(load.exceeds(BOUND)).isTrue();
    assertThat(load.exceeds(3 * BOUND)).isFalse();
    // As soon as the delay is short again, one request more is taken.
    load.sample(now, 0);
    assertThat(load.exceeds(BOUND)).isFalse();
  }

  /** An overload does not end by the work alone that was taken before it, and is done. */
  @Test
  void anOverloadIsOverWhenNothingWasLateForAWhile() {
    samples(12, 2 * BOUND);
    samples(2, 0);
    samples(10, 2 * BOUND);
    samples(1, 0);
    assertThat(load.lasts(BOUND)).isTrue();
    assertThat(load.exceeds(BOUND)).isFalse();
    samples(12, 0);
    assertThat(load.lasts(BOUND)).isFalse();
  }

  @Test
  void theDelayOfWhatComesAfterTheLoopCounts() {
    behind = 2 * BOUND;
    samples(12, 0);
    assertThat(load.exceeds(BOUND)).isTrue();
    behind = 0;
    assertThat(load.exceeds(BOUND)).isFalse();
  }
}
