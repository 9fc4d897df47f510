package tutti.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of a closed loop that pause between their requests. */
@Timeout(300)
class PausesTest {
  private static LoadResult run(long pauseNanos, AtomicInteger sent) throws InterruptedException {
    Target target =
        new Target() {
          @Override
          public long pauseNanos(int client, SplittableRandom random) {
            return pauseNanos;
          }

          @Override
          public void start(int client, SplittableRandom random, Consumer<Ending> done) {
            sent.incrementAndGet();
            done.accept(Ending.COMMITTED);
          }
        };
    return ClosedLoop.run(target, new LoadPlan(3, Duration.ZERO, Duration.ofMillis(100), 1));
  }

  @Test
  void goOnWhenTheirTimeIsOver() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    LoadResult result = run(1_000_000, sent);
    assertThat(result.answered()).isTrue();
    assertThat(sent.get()).isBetween(3, 300);
    assertThat(result.total().committed()).isEqualTo(sent.get());
  }

  @Test
  void endWithTheLoad() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    assertThat(run(3_600_000_000_000L, sent).answered()).isTrue();
    assertThat(sent.get()).isZero();
  }
}
