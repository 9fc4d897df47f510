package tutti.benchmark.hotactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

class HotActorWorkloadTest {
  private static final LoadPlan SHORT =
      new LoadPlan(1, Duration.ofMillis(1), Duration.ofMillis(5), 1);

  @Test
  void measuresEverySideAndLeavesNothingBehind() throws Exception {
    List<String> sides = List.of("locks-1", "intervals-1", "intervals-1000", "tree-1", "tree-4");
    HotActorWorkload workload = new HotActorWorkload(sides, Isolation.SERIALIZABLE);
    for (String side : sides) {
      RunResult result = workload.run(side, SHORT);
      assertThat(result.checks()).as(side).containsEntry("nothing-left-at-the-actor", true);
      assertThat(result.figure(HotActorWorkload.COST)).as(side).isPositive();
      assertThat(result.latency().getTotalCount()).isBetween(1L, result.outcomes().committed());
    }
  }

  @Test
  void tellsWhichSidesThereAre() {
    for (String wrong : List.of("bush-3", "tree", "tree-0", "locks-2", "intervals-x")) {
      assertThatThrownBy(() -> new HotActorWorkload(List.of(wrong), Isolation.OBJECT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(wrong);
    }
  }
}
