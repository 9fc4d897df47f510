package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Await;

/** The time for which new work waits at an executor. */
class ExecutorDelayTest {

  private static DeadlineTask task(long since, Runnable body) {
    return new DeadlineTask() {
      @Override
      public long deadlineNanos() {
        return Long.MAX_VALUE;
      }

      @Override
      public long sinceNanos() {
        return since;
      }

      @Override
      public void expired() {}

      @Override
      public void run() {
        body.run();
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void isThatOfWhatWasBegunLastAndNoneWhereNothingWaits() throws Exception {
    long second = 1_000_000_000L;
    try (RealScheduler scheduler = new RealScheduler()) {
      assertThat(scheduler.delayNanos()).isZero();
      TaskExecutor executor = scheduler.newExecutor("it");
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      executor.start(
          task(
              System.nanoTime() - 7 * second,
              () -> {
                begun.countDown();
                // Nothing gives the executor away here.
                while (release.getCount() > 0) {
                  Thread.onSpinWait();
                }
              }));
      await(begun);
      assertThat(scheduler.delayNanos()).isZero();
      executor.start(task(System.nanoTime(), () -> {}));
      assertThat(scheduler.delayNanos()).isGreaterThanOrEqualTo(7 * second);
      release.countDown();
      Await.that("nothing waits", () -> scheduler.delayNanos() == 0);
    }
  }
}
