package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Irrevocable operations and their checks, which are an application's own code. */
class OutsideThreadsTest {
  private static final long SECONDS = 60;

  @Test
  void operationsThatComputeHoldNoOtherOneUp() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(Runtime.getRuntime().availableProcessors() + 1);
    CountDownLatch ran = new CountDownLatch(1);
    RealScheduler scheduler = new RealScheduler();
    try {
      for (long i = begun.getCount(); i > 0; i--) {
        scheduler.outside(
            () -> {
              begun.countDown();
              while (!over.get()) {
                Thread.onSpinWait();
              }
            });
      }
      assertThat(begun.await(SECONDS, TimeUnit.SECONDS)).isTrue();
      scheduler.outside(ran::countDown);
      assertThat(ran.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      over.set(true);
      scheduler.close();
    }
  }
}
