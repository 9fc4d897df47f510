package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A scheduler of real time with one executor, for one test. */
abstract class RealExecutors {
  RealScheduler scheduler = new RealScheduler(ExecutorMode.PERMIT, Duration.ofSeconds(5));
  TaskExecutor executor = scheduler.newExecutor("unused");

  void open(ExecutorMode mode) {
    open(mode, Duration.ofSeconds(5));
  }

  void open(ExecutorMode mode, Duration held) {
    scheduler.close();
    scheduler = new RealScheduler(mode, held);
    executor = scheduler.newExecutor("x");
  }

  @AfterEach
  void close() {
    scheduler.close();
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(180, TimeUnit.SECONDS)).as("done in time").isTrue();
  }
}
