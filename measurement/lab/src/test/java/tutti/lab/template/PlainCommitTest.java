package tutti.lab.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.lab.bank.BankWorkload;
import tutti.lab.bank.Scenario;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.Loads;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.lab.simulation.BankSimulation;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/**
 * Follows {@code docs/adding-a-protocol.md}: by one line the template of a commit protocol is read,
 * listed, simulated and measured. {@code ContractMatrixTest} shows that it is in the contract
 * matrix.
 */
@Timeout(300)
class PlainCommitTest {
  @TempDir Path data;

  private static final Override CHOSEN = new Override("commit", "plain-commit", "the test");

  private static Deployment deployment(Reading reading) {
    if (reading instanceof Reading.Valid(var settings)) {
      return settings.deployment();
    }
    throw new AssertionError(reading.toString());
  }

  @Test
  void deploymentFilesNameIt() {
    Deployment deployment =
        deployment(DeploymentReader.parse("tutti.commit = plain-commit", "deployment.conf"))
            .withNodes(NodeAddress.inOneProcess(3));
    assertThat(deployment.protocol()).isInstanceOf(PlainCommit.class);
    assertThat(deployment.commit()).isIn(CommitKinds.all());
    assertThat(DeploymentText.render(deployment)).contains("commit = plain-commit");
    assertThat(deployment.fingerprint())
        .isNotEqualTo(Deployment.DEFAULT.withNodes(NodeAddress.inOneProcess(3)).fingerprint());
  }

  @Test
  void theSimulatorRunsItUnderFaultsAndJudgesIt() {
    SimulationReport report =
        Simulation.run(
            new BankSimulation(),
            SimulationOptions.of(1, "the test")
                .withNodes(3)
                .withRuns(Effort.of(40), () -> false)
                .withRequests(60)
                .withDeployment(PlainCommitTest::under));
    assertThat(report.violations()).as(report.toString()).isEmpty();
    assertThat(report.runs()).isEqualTo(Effort.of(40));
  }

  private static Deployment under(Deployment drawn) {
    return deployment(
        DeploymentReader.parse(DeploymentText.render(drawn), "drawn", List.of(CHOSEN)));
  }

  @Test
  void theBenchMeasuresIt() throws Exception {
    List<Override> lines =
        List.of(
            CHOSEN,
            new Override("executors", "1", "the test"),
            new Override("nodes.a", "127.0.0.1:7401", "the test"),
            new Override("nodes.b", "127.0.0.1:7402", "the test"));
    Side side = Sides.single(((Reading.Valid) DeploymentReader.read(null, lines)).settings());
    BankWorkload workload =
        new BankWorkload(
            Scenario.SYNC,
            50,
            RealNodes.in(data, RunHistory.NONE, MessageTrace.NONE),
            List.of(side));
    RunResult run =
        Loads.until(
            it -> it.outcomes().committed() > 0,
            new LoadPlan(4, Duration.ofMillis(20), Duration.ofMillis(100), 3),
            plan -> workload.run(workload.sides().getFirst(), plan));
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.good()).as(run.checks().toString()).isTrue();
  }
}
