package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.Loads;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

@Timeout(300)
class HoldTimesTest {
  @TempDir Path data;

  private RunResult hot(String control, Predicate<RunResult> enough) throws Exception {
    Reading reading =
        DeploymentReader.read(
            null,
            List.of(
                new Override("concurrency-control", control, ""),
                new Override("journal.flush-padding", "2 ms", ""),
                new Override("executors", "1", "")));
    Side side = Sides.single(((Reading.Valid) reading).settings());
    Side joined = new Side(side.label(), side.deployment().withNodes(NodeAddress.inOneProcess(2)));
    BankWorkload workload =
        new BankWorkload(
            Scenario.HOT,
            20,
            RealNodes.in(data, RunHistory.NONE, MessageTrace.NONE),
            List.of(joined));
    return Loads.until(
        enough,
        new LoadPlan(8, Duration.ofMillis(50), Duration.ofMillis(300), 3),
        plan -> workload.run(side.label(), plan));
  }

  @Test
  void underTwoPhaseLockingOneHoldsTheHotAccountAtATime() throws Exception {
    RunResult run = hot("2pl", it -> it.figure("hot-held") > 0 && it.figure("hot-held") < 1.1);
    assertThat(run.checks())
        .containsKey(BankWorkload.HONEST)
        .containsEntry("money-conserved", true);
    // It is held while a vote and a decision are flushed.
    assertThat(run.figure("hot-hold-us")).isGreaterThan(2_000);
    assertThat(run.figure("hot-held")).isPositive().isLessThan(1.1);
  }

  @Test
  void underPathSensitiveControlSeveralDo() throws Exception {
    RunResult run = hot("psac", it -> it.figure("hot-held") > 1.2);
    assertThat(run.checks())
        .doesNotContainKey(BankWorkload.HONEST)
        .containsEntry("money-conserved", true);
    assertThat(run.figure("hot-held")).isGreaterThan(1.2);
  }
}
