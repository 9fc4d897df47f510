package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.model.testing.Await;

/** Timers of real time ring in their order, and cancelled ones leave nothing behind. */
class RealTimersTest extends RealExecutors {
  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void firesTimersInOrderOfTheirTimeAndNoneThatIsCancelled(ExecutorMode mode) throws Exception {
    open(mode);
    List<String> fired = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(1);
    long begin = scheduler.nanos();
    scheduler.after(
        60_000_000,
        executor,
        () -> {
          fired.add("60 ms");
          done.countDown();
        });
    Scheduler.Timer cancelled = scheduler.after(40_000_000, executor, () -> fired.add("never"));
    scheduler.after(20_000_000, executor, () -> fired.add("20 ms"));
    scheduler.after(0, executor, () -> fired.add("0 ms"));
    scheduler.after(Long.MAX_VALUE, executor, () -> fired.add("in 292 years"));
    cancelled.cancel();
    await(done);
    assertThat(scheduler.nanos() - begin).isGreaterThanOrEqualTo(60_000_000);
    assertThat(fired).containsExactly("0 ms", "20 ms", "60 ms");
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void aShortTimerOvertakesALongOne(ExecutorMode mode) throws Exception {
    open(mode);
    for (int i = 0; i < 20; i++) {
      scheduler.after(3_600_000_000_000L, executor, () -> {});
      CountDownLatch done = new CountDownLatch(1);
      scheduler.after(2_000_000, executor, done::countDown);
      await(done);
    }
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void cancelledDeadlinesDoNotPileUp(ExecutorMode mode) throws Exception {
    open(mode);
    for (int i = 0; i < 200_000; i++) {
      scheduler.after(3_600_000_000_000L, executor, () -> {}).cancel();
    }
    // Long before their time, however seldom the scheduler's thread has run meanwhile.
    Await.that("collected", () -> scheduler.timers() <= 1_000);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void cancelledDeadlinesThatLivedAWhileAreSwept(ExecutorMode mode) throws Exception {
    open(mode);
    List<Scheduler.Timer> timers = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      timers.add(scheduler.after(3_600_000_000_000L, executor, () -> {}));
    }
    Thread.sleep(50);
    timers.forEach(Scheduler.Timer::cancel);
    scheduler.after(1_000_000, executor, () -> {});
    Await.that("swept", () -> scheduler.timers() <= 1_000);
  }
}
