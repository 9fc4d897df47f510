package tutti.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.lab.simulation.outside.ChargesSimulation;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Charges outside of Tutti, each at most once and exactly when its transaction commits. */
class ChargesSimulationTest {

  static List<Arguments> controls() {
    return Effort.few(
        List.of(
            Arguments.of(1, ConcurrencyControlKind.OPTIMISTIC),
            Arguments.of(3, ConcurrencyControlKind.VERSIONING),
            Arguments.of(2, ConcurrencyControlKind.WOUND_WAIT),
            Arguments.of(3, ConcurrencyControlKind.TWO_PHASE_LOCKING)));
  }

  @ParameterizedTest
  @MethodSource("controls")
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
