package tutti.lab.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
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
 * Follows {@code docs/adding-a-protocol.md}: by one line the template is read, listed, simulated
 * and measured. {@code ContractMatrixTest} shows that it is in the contract matrix.
 */
@Timeout(300)
class ContainerLockTest {
  @TempDir Path data;

  private static final Override CHOSEN =
      new Override("concurrency-control", "container-lock", "the test");

  @ParameterizedTest
  @ValueSource(strings = {"container-lock", "onelock"})
  void deploymentFilesNameIt(String name) {
    Reading reading =
        DeploymentReader.parse("tutti.concurrency-control = " + name, "deployment.conf");
    assertThat(reading)
        .isInstanceOfSatisfying(
            Reading.Valid.class,
            valid -> {
              Deployment deployment = valid.settings().deployment();
              assertThat(deployment.concurrencyControl())
                  .isInstanceOf(ContainerLockKind.class)
                  .isIn(ControlKinds.all());
              assertThat(DeploymentText.render(deployment))
                  .contains("concurrency-control = container-lock");
              assertThat(deployment.fingerprint()).isNotEqualTo(Deployment.DEFAULT.fingerprint());
            });
  }

  @Test
  void theSimulatorRunsItUnderFaultsAndJudgesIt() {
    SimulationReport report =
        Simulation.run(
            new BankSimulation(),
            SimulationOptions.of(1, "the test")
                .withRuns(Effort.of(40), () -> false)
                .withRequests(60)
                .withDeployment(ContainerLockTest::under));
    assertThat(report.violations()).as(report.toString()).isEmpty();
    assertThat(report.runs()).isEqualTo(Effort.of(40));
  }

  private static Deployment under(Deployment drawn) {
    Reading reading =
        DeploymentReader.parse(DeploymentText.render(drawn), "drawn", List.of(CHOSEN));
    if (reading instanceof Reading.Valid(var settings)) {
      return settings.deployment();
    }
    throw new AssertionError(reading.toString());
  }

  @Test
  void theBenchMeasuresIt() throws Exception {
    Reading reading =
        DeploymentReader.read(null, List.of(CHOSEN, new Override("executors", "1", "the test")));
    Side side = Sides.single(((Reading.Valid) reading).settings());
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
    assertThat(side.label()).isEqualTo("container-lock");
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.good()).as(run.checks().toString()).isTrue();
  }
}
