package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LatchTest {
  private static final int ROUNDS = 20_000;

  private final Latch latch = new Latch();
  private long count;

  @Test
  void oneHasItAtATime() throws InterruptedException {
    Runnable adding =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            latch.lock();
            count++;
            latch.unlock();
          }
        };
    Thread other = Thread.ofPlatform().start(adding);
    adding.run();
    other.join();
    latch.lock();
    assertThat(count).isEqualTo(2L * ROUNDS);
    latch.unlock();
  }

  /** With a lock that queues, the step holds the carrier that the task before it needs. */
  @Test
  void aTaskAndAStepOfOneExecutorBothGetIt() throws InterruptedException {
    try (RealScheduler scheduler = new RealScheduler()) {
      TaskExecutor executor = scheduler.newExecutor("both");
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(2);
      latch.lock();
      executor.start(
          () -> {
            begun.countDown();
            take(ended);
          });
      begun.await();
      executor.step(() -> take(ended));
      // So that both usually meet at it; one that comes later just takes it.
      Thread.sleep(20);
      latch.unlock();
      assertThat(ended.await(180, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void take(CountDownLatch ended) {
    latch.lock();
    latch.unlock();
    ended.countDown();
  }
}
