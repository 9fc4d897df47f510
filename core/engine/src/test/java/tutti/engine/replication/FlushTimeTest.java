package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Waits that are longer while a disk is slow, and no longer than that. */
class FlushTimeTest {
  private static final long SECOND = 1_000_000_000L;

  private final FlushTime time = new FlushTime();

  private void takesHalfASecond() {
    time.appended(1, 0);
    time.told(1, SECOND / 2);
  }

  @Test
  void aSlowRecordMakesWaitsLonger() {
    takesHalfASecond();
    assertThat(time.longerNanos(SECOND)).isEqualTo(2 * SECOND);
    assertThat(time.longerNanos(9 * SECOND)).as("nine seconds later").isEqualTo(2 * SECOND);
  }

  @Test
  void fastRecordsMakeThemShorterAgain() {
    takesHalfASecond();
    for (int record = 2; record < 40; record++) {
      time.appended(record, SECOND);
      time.told(record, SECOND);
    }
    assertThat(time.longerNanos(SECOND)).isLessThan(SECOND / 20);
  }

  /** A shard at rest writes nothing that would show that its disk is fast again. */
  @Test
  void timeMakesThemShorterAgain() {
    takesHalfASecond();
    assertThat(time.longerNanos(15 * SECOND)).isEqualTo(SECOND);
    assertThat(time.longerNanos(62 * SECOND)).isLessThan(SECOND / 20);
    time.appended(2, 62 * SECOND);
    time.told(2, 62 * SECOND);
    assertThat(time.longerNanos(62 * SECOND)).isLessThan(SECOND / 20);
    assertThat(time.longerNanos(Long.MAX_VALUE)).isZero();
  }

  @Test
  void aRecordThatTakesLongAlreadyCounts() {
    takesHalfASecond();
    time.appended(2, 100 * SECOND);
    assertThat(time.longerNanos(101 * SECOND)).isEqualTo(4 * SECOND);
    assertThat(time.longerNanos(1_000 * SECOND)).isEqualTo(30 * SECOND);
  }
}
