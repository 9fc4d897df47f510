package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.model.testing.Effort;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Hosts of TAPIR and of Janus, under faults, by seeds. */
class IntegratedSimulationTest {
  private static final String COMMAND = "./tutti simulate toy --integrated tapir";

  private static Deployment tapir(Deployment drawn) {
    return drawn.toBuilder().replication(drawn.replication().with(Protocol.TAPIR)).build();
  }

  private static Deployment janus(Deployment drawn) {
    return drawn.toBuilder().replication(drawn.replication().with(Protocol.JANUS)).build();
  }

  @Test
  void everyHistoryOfJanusIsCorrect() {
    int runs = Effort.of(3);
    SimulationReport report =
        Simulation.run(
            new ToyBank(),
            SimulationOptions.of(1, "./tutti simulate toy --integrated janus")
                .withRuns(runs, () -> false)
                .withThreads(Runtime.getRuntime().availableProcessors())
                .withDeployment(IntegratedSimulationTest::janus));
    assertThat(report.violations()).isEmpty();
    assertThat(report.replicas().runs()).isEqualTo(runs);
    assertThat(report.replicas().takeOvers()).as("takeovers").isPositive();
  }

  private static SimulationReport run(SimulationOptions options) {
    return Simulation.run(new ToyBank(), options.withDeployment(IntegratedSimulationTest::tapir));
  }

  @Test
  void everyHistoryIsCorrect() {
    int runs = Effort.of(5);
    SimulationReport report =
        run(
            SimulationOptions.of(1, COMMAND)
                .withRuns(runs, () -> false)
                .withThreads(Runtime.getRuntime().availableProcessors()));
    assertThat(report.violations()).isEmpty();
    assertThat(report.replicas().runs()).isEqualTo(runs);
    assertThat(report.replicas().lostDisks()).isPositive();
    assertThat(report.replicas().viewChanges()).as("changes of views").isPositive();
    assertThat(report.replicas().takeOvers()).as("takeovers").isPositive();
  }

  @Test
  void theSameSeedHasTheSameDigest() {
    SimulationOptions options = SimulationOptions.of(2, COMMAND);
    SimulationReport first = run(options);
    assertThat(run(options)).isEqualTo(first);
  }
}
