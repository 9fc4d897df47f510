package tutti.benchmark.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.benchmark.Loads;
import tutti.lab.load.Ending;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.Target;

@Timeout(300)
class SingleClientTest {
  @Test
  void waitsSpinningOrParked() throws Exception {
    for (boolean spins : new boolean[] {true, false}) {
      try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
        Target target = (client, random, done) -> pool.execute(() -> done.accept(Ending.COMMITTED));
        LoadResult result =
            Loads.until(
                it ->
                    it.measured().committed() > 0
                        && it.total().committed() > it.measured().committed(),
                new LoadPlan(1, Duration.ofMillis(10), Duration.ofMillis(50), 5),
                plan -> SingleClient.run(target, plan, spins));
        assertThat(result.measured().committed()).isPositive();
        assertThat(result.latency().getTotalCount()).isEqualTo(result.measured().committed());
        assertThat(result.total().committed()).isGreaterThan(result.measured().committed());
      }
    }
  }
}
