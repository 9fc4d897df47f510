package tutti.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.lab.simulation.outside.ChargesSimulation;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Charges outside of Tutti, each at most once and exactly when its transaction commits. */
class ChargesSimulationTest {

  @ParameterizedTest
  @CsvSource({"1, OPTIMISTIC", "3, VERSIONING", "2, WOUND_WAIT", "3, TWO_PHASE_LOCKING"})
  void happenOnceAndWithTheirTransactionsUnderFaults(int nodes, ConcurrencyControlKind control) {
    SimulationReport report =
        Simulation.run(
            new ChargesSimulation(),
            SimulationOptions.of(7, "tutti simulate --workload charges")
                .withDeployment(it -> it.toBuilder().concurrencyControl(control).build())
                .withNodes(nodes)
                .withRequests(80)
                .withRuns(Effort.of(30), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isGreaterThan(30);
  }
}
