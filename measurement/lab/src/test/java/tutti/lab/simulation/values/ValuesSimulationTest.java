package tutti.lab.simulation.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Values that are extreme, and keys that are unusual, in the simulator. */
class ValuesSimulationTest {
  private final ValuesSimulation values = new ValuesSimulation();

  private static SimulationOptions options() {
    return SimulationOptions.of(1, "tutti simulate --workload values").withRequests(60);
  }

  @ParameterizedTest
  @CsvSource({"1, TWO_PHASE_LOCKING", "3, OPTIMISTIC", "2, NO_WAIT"})
  void stayUnderFaults(int nodes, ConcurrencyControlKind control) {
    SimulationReport report =
        Simulation.run(
            values,
            options()
                .withDeployment(it -> it.toBuilder().concurrencyControl(control).build())
                .withNodes(nodes)
                .withRuns(3, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isGreaterThan(10);
  }

  static List<Protocol> replicated() {
    return Effort.few(List.of(Protocol.JANUS, Protocol.TAPIR, Protocol.MULTIPAXOS));
  }

  @ParameterizedTest
  @MethodSource("replicated")
  void stayOnReplicas(Protocol protocol) {
    SimulationReport report =
        Simulation.run(
            values,
            options()
                .withDeployment(
                    it -> it.toBuilder().replication(it.replication().with(protocol)).build())
                .withRuns(Effort.of(10), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isGreaterThan(10);
  }

  @Test
  void eachComponentFollowsFromTheStamp() {
    assertThat(Thing.of("a", 7)).isEqualTo(Thing.of("a", 7)).isNotEqualTo(Thing.of("a", 8));
    assertThat(Thing.of("a", 7).isSound()).isTrue();
  }
}
