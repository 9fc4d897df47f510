package tutti.benchmark.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;

class LatencyWorkloadTest {
  private static final LoadPlan PLAN =
      new LoadPlan(1, Duration.ofMillis(20), Duration.ofMillis(100), 1);

  @Test
  void isMeasuredSpinningAndParked(@TempDir Path data) throws Exception {
    LatencyWorkload workload =
        new LatencyWorkload(
            RealNodes.in(data, RunHistory.NONE, MessageTrace.NONE),
            new Side(
                "off",
                Deployment.DEFAULT.toBuilder().durability(Deployment.Durability.OFF).build()),
            List.of(LatencyWorkload.SPINNING, LatencyWorkload.PARKED));
    RunResult spinning = workload.run(LatencyWorkload.SPINNING, PLAN);
    RunResult parked = workload.run(LatencyWorkload.PARKED, PLAN);
    assertThat(spinning.checks()).containsKey("median-under-5-us");
    assertThat(spinning.checks()).containsEntry("money-conserved", true);
    assertThat(parked.checks()).containsEntry("money-conserved", true);
    assertThat(spinning.figure("median-us")).isPositive();
  }
}
