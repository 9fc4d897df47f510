package tutti.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Replication;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Districts that number their orders, where nodes crash. */
@Timeout(300)
class OrdersSimulationTest {

  @ParameterizedTest
  @EnumSource(names = {"PATH_SENSITIVE", "OPTIMISTIC"})
  void numbersOrdersWithoutGaps(ConcurrencyControlKind control) {
    UnaryOperator<Deployment> fixed =
        drawn ->
            drawn.toBuilder().concurrencyControl(control).replication(Replication.NONE).build();
    SimulationReport report =
        Simulation.run(
            new OrdersSimulation(),
            SimulationOptions.of(1, "tutti simulate --workload orders")
                .withDeployment(fixed)
                .withNodes(2)
                .withRequests(60)
                .withRuns(Effort.of(30), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isPositive();
  }

  @Test
  void findsAGapAndANumberTooMany() {
    var scenario = new OrdersSimulation().scenario(new SplittableRandom(1));
    assertThat(scenario.violations(states(3, 1_000_001, 1_000_002))).isEmpty();
    assertThat(scenario.violations(states(3, 1_000_001))).hasSize(1);
    assertThat(scenario.violations(states(3, 1_000_001, 1_000_002, 1_000_003)))
        .isEqualTo(
            List.of(
                "order numbers: there are [1000001, 1000002, 1000003], and districts counted"
                    + " [1000001, 1000002]"));
  }

  private static Map<ActorId, ActorState> states(long next, long... orders) {
    Map<ActorId, ActorState> states = new HashMap<>();
    states.put(new ActorId("District", "1"), new ActorState(1, new @Nullable Object[] {1L, next}));
    for (long order : orders) {
      states.put(
          new ActorId("Order", Long.toString(order)),
          new ActorState(1, new @Nullable Object[] {order, 1L, 1L}));
    }
    return states;
  }
}
