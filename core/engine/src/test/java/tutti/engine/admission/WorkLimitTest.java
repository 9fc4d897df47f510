package tutti.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** The bound of requests under way, at a server that does one after the other. */
class WorkLimitTest {
  private static final long MILLI = 1_000_000;
  private static final long TIMEOUT = 500 * MILLI;

  private final WorkLimit limit = new WorkLimit();
  private final ArrayDeque<Long> queue = new ArrayDeque<>();
  private long now;
  private long serverFree;
  private int inTime;
  private int refused;

  /**
   * Lets time pass, in which requests come and a server does them in order, also those whose time
   * is over: the worst that can be.
   */
  private void load(long millis, double perMilli, long serviceMicros) {
    double due = 0;
    for (long end = now + millis * MILLI; now < end; now += MILLI) {
      for (due += perMilli; due >= 1; due--) {
        if (limit.isReached()) {
          refused++;
        } else {
          limit.begins();
          queue.add(now);
        }
      }
      serverFree = Math.max(serverFree, now);
      while (!queue.isEmpty() && serverFree <= now + MILLI) {
        long took = serverFree - queue.remove();
        serverFree += serviceMicros * 1_000;
        inTime += took <= TIMEOUT ? 1 : 0;
        limit.ends(Math.min(took, TIMEOUT), TIMEOUT, took <= TIMEOUT);
      }
      if (now / MILLI % 20 == 0) {
        limit.sample(now);
      }
    }
  }

  @Test
  void threeTimesTheCapacityLosesLittleAfterTwoSeconds() {
    load(2_000, 0.1, 5_000);
    assertThat(refused).isZero();
    load(2_000, 0.6, 5_000);
    for (int second = 0; second < 20; second++) {
      inTime = 0;
      load(1_000, 0.6, 5_000);
      assertThat(inTime).as("second %s", second).isGreaterThan(140);
    }
    load(2_000, 0.05, 5_000);
    refused = 0;
    load(10_000, 0.05, 5_000);
    assertThat(refused).isZero();
    assertThat(limit.limit()).isEqualTo(WorkLimit.NONE);
  }

  @Test
  void noBoundWhereRequestsHaveMuchTime() {
    for (int i = 0; i < 100; i++) {
      limit.begins();
    }
    for (int i = 0; i < 100; i++) {
      now += 50 * MILLI;
      limit.ends(3_000 * MILLI, 10_000 * MILLI, true);
      limit.sample(now);
    }
    assertThat(limit.limit()).isEqualTo(WorkLimit.NONE);
    assertThat(limit.underWay()).isZero();
  }

  /** A network far away is slow without any load. */
  @Test
  void whatAlwaysTakesMoreThanHalfOfTheTimeIsNotLate() {
    for (int i = 0; i < 200; i++) {
      now += 20 * MILLI;
      limit.begins();
      limit.ends(300 * MILLI, TIMEOUT, true);
      limit.sample(now);
    }
    assertThat(limit.limit()).isEqualTo(WorkLimit.NONE);
  }

  /** One actor that is in doubt makes its requests late, and bounds no others. */
  @Test
  void aThirdThatIsLateBoundsNothing() {
    for (int i = 0; i < 300; i++) {
      now += 10 * MILLI;
      limit.begins();
      limit.ends(i % 3 == 0 ? TIMEOUT : 5 * MILLI, TIMEOUT, i % 3 != 0);
      limit.sample(now);
    }
    assertThat(limit.limit()).isEqualTo(WorkLimit.NONE);
  }

  @Test
  void whatDidNoWorkSaysNothing() {
    limit.begins();
    limit.leaves();
    assertThat(limit.underWay()).isZero();
    limit.sample(WorkLimit.WINDOW_NANOS * 10);
    assertThat(limit.limit()).isEqualTo(WorkLimit.NONE);
  }
}
