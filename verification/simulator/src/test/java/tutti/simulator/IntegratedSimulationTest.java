package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Integrated;
import tutti.model.testing.Effort;
import tutti.simulator.fault.FaultKind;
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

  /**
   * Each flush takes longer than the silence after which a coordinator is taken for dead: only
   * those are taken over that began before a replica knew that its disk is slow.
   */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void coordinatorsAreNotTakenForDeadWhereDisksAreSlow(Protocol protocol) {
    SimulationReport report =
        Simulation.run(
            new ToyBank(),
            SimulationOptions.of(1, COMMAND + " -D journal.flush-padding=…")
                .withRequests(60)
                .withFaults(EnumSet.noneOf(FaultKind.class))
                .withRuns(3, () -> false)
                .withDeployment(drawn -> withSlowDisks(drawn, protocol)));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isPositive();
    assertThat(report.replicas().takeOvers()).isLessThan(report.transactions());
  }

  /** Hosts that take few bytes at once come to that after the opening, which may be larger. */
  @ParameterizedTest
  @CsvSource({"TAPIR, 2", "TAPIR, 11", "JANUS, 2"})
  void hostsWithFewBytesAreOpened(Protocol protocol, long seed) {
    SimulationReport report =
        Simulation.run(
            ToyBank.openedTogether(),
            SimulationOptions.of(seed, COMMAND)
                .withRequests(5)
                .withFaults(EnumSet.of(FaultKind.FEW_BYTES))
                .withRuns(1, () -> false)
                .withDeployment(
                    drawn ->
                        drawn.toBuilder().replication(drawn.replication().with(protocol)).build()));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isPositive();
  }

  private static Deployment withSlowDisks(Deployment drawn, Protocol protocol) {
    Duration recovers = Duration.ofMillis(100);
    return drawn.toBuilder()
        .replication(drawn.replication().with(protocol))
        .tapir(new Integrated.Tapir(drawn.tapir().strict(), recovers))
        .janus(new Integrated.Janus(recovers))
        .transactionTimeout(Duration.ofSeconds(5))
        .journal(
            new Deployment.JournalSettings(
                drawn.journal().segmentBytes(),
                drawn.journal().checkpointBytes(),
                recovers.plus(recovers.dividedBy(2))))
        .build();
  }

  @Test
  void theSameSeedHasTheSameDigest() {
    SimulationOptions options = SimulationOptions.of(2, COMMAND);
    SimulationReport first = run(options);
    assertThat(run(options)).isEqualTo(first);
  }
}
