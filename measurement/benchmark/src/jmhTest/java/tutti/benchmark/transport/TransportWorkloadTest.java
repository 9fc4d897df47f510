package tutti.benchmark.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.benchmark.Loads;
import tutti.benchmark.transport.TransportWorkload.Scenario;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

@Timeout(300)
class TransportWorkloadTest {
  private static final List<String> BOTH =
      List.of(TransportWorkload.TUTTI, TransportWorkload.BARE_SOCKET);

  private static LoadPlan plan(int onTheirWay) {
    return new LoadPlan(onTheirWay, Duration.ofMillis(20), Duration.ofMillis(100), 1);
  }

  @Test
  void everyMessageComesBackOnBothSides() throws Exception {
    for (String side : BOTH) {
      for (int onTheirWay : new int[] {1, 100}) {
        RunResult run =
            Loads.until(
                it -> it.throughput() > 0,
                plan(onTheirWay),
                plan -> new TransportWorkload(BOTH, Scenario.WINDOWED, 100).run(side, plan));
        assertThat(run.label()).isEqualTo(side);
        assertThat(run.checks())
            .containsEntry("in-order", true)
            .containsEntry("all-came-back", true);
        assertThat(run.throughput()).isPositive();
        assertThat(run.outcomes().committed()).isEqualTo(run.latency().getTotalCount());
      }
    }
  }

  @Test
  void writesOnceForWhatHasGathered() throws Exception {
    RunResult run =
        Loads.until(
            it -> it.figure("messages-per-write") > 5,
            plan(100),
            plan ->
                new TransportWorkload(BOTH, Scenario.WINDOWED, 100)
                    .run(TransportWorkload.TUTTI, plan));
    assertThat(run.figure("messages-per-write")).isGreaterThan(5);
  }

  @Test
  void comparesTheRoundTripOrTheThroughput() {
    assertThat(new TransportWorkload(BOTH, Scenario.ROUND_TRIP, 100).ratioOf())
        .isEqualTo("median-us");
    assertThat(new TransportWorkload(BOTH, Scenario.WINDOWED, 100).ratioOf())
        .isEqualTo("throughput");
  }

  @Test
  void refusesWhatCannotBeMeasured() {
    TransportWorkload workload = new TransportWorkload(BOTH, Scenario.WINDOWED, 1_000);
    assertThatThrownBy(() -> workload.run("bare-socket", plan(1_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bare blocking socket");
    assertThatThrownBy(() -> workload.run("pigeon", plan(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bare-socket");
    assertThatThrownBy(() -> new TransportWorkload(BOTH, Scenario.WINDOWED, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--payload");
  }
}
