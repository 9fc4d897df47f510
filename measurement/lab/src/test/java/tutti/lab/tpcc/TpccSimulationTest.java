package tutti.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.Deployment.Replication;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.check.RowsImage;
import tutti.simulator.check.RowsImage.RowKey;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Warehouses in the simulator, where nodes crash. */
@Timeout(300)
class TpccSimulationTest {
  private static final TpccShape SHAPE =
      new TpccShape(1, 4, 15, Actors.WAREHOUSES, Mix.STANDARD, 0, 0, true, 0);

  static List<Arguments> deployments() {
    return Effort.few(
        List.of(
            Arguments.of(1, control(ConcurrencyControlKind.OPTIMISTIC)),
            Arguments.of(2, control(ConcurrencyControlKind.TWO_PHASE_LOCKING)),
            Arguments.of(3, control(ConcurrencyControlKind.WOUND_WAIT)),
            Arguments.of(2, control(ConcurrencyControlKind.VERSIONING))));
  }

  private static UnaryOperator<Deployment> control(ConcurrencyControlKind kind) {
    return drawn ->
        drawn.toBuilder().concurrencyControl(kind).replication(Replication.NONE).build();
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void holdsItsConditionsUnderFaults(int nodes, UnaryOperator<Deployment> deployment) {
    SimulationReport report =
        Simulation.run(
            new TpccSimulation(),
            SimulationOptions.of(4, "tutti simulate --workload tpcc")
                .withDeployment(deployment)
                .withNodes(nodes)
                .withRequests(25)
                .withRuns(Effort.of(10), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isPositive();
  }

  /** Found by the default mix: entries of a log with replicas had no room for four customers. */
  @Test
  void isLoadedWhereEntriesAreSmall() {
    SimulationReport report =
        Simulation.run(
            TpccSimulation.ofRows(),
            SimulationOptions.of(910008, "tutti simulate")
                .withDeployment(TpccSimulationTest::smallEntries)
                .withNodes(3)
                .withRequests(5)
                .withRuns(1, () -> false));
    assertThat(report.violations()).isEmpty();
  }

  private static Deployment smallEntries(Deployment drawn) {
    JournalSettings journal = drawn.journal();
    return drawn.toBuilder()
        .concurrencyControl(ConcurrencyControlKind.OPTIMISTIC)
        .replication(drawn.replication().with(Replication.Protocol.MULTIPAXOS))
        .journal(new JournalSettings(16 << 10, 4 << 10, journal.flushPadding()))
        .build();
  }

  /** The conditions are read out of the states of actors: one cent too much is seen. */
  @Test
  void findsAViolationInStates() {
    var scenario = new TpccSimulation().scenario(new SplittableRandom(1));
    assertThat(scenario.violations(states(BigDecimal.ZERO))).isEmpty();
    assertThat(scenario.violations(states(new BigDecimal("0.01"))))
        .extracting(found -> found.substring(0, found.indexOf(':')))
        .containsExactlyInAnyOrder("tpcc-1", "tpcc-8");
    assertThat(scenario.violations(Map.of())).isEmpty();
  }

  /** Returns the state of a warehouse that is loaded, which has taken more than its districts. */
  private static Map<ActorId, ActorState> states(BigDecimal more) {
    Population rows = new Population(SHAPE, 1, Instant.EPOCH);
    Map<RowKey, Record> image = new HashMap<>();
    add(image, List.of(rows.warehouse(1).paid(more)));
    int end = SHAPE.customers() + 1;
    for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
      List<OrderRow> orders = rows.orders(1, district, 1, end);
      add(image, List.of(rows.district(1, district)));
      add(image, rows.customers(1, district, 1, end));
      add(image, rows.history(1, district, 1, end));
      add(image, orders);
      add(image, rows.lines(1, orders));
      add(image, rows.newOrders(orders));
    }
    return Map.of(
        new ActorId(Warehouse.TYPE, Warehouse.key(1)),
        new ActorState(0, new @Nullable Object[] {new RowsImage(image)}));
  }

  private static void add(Map<RowKey, Record> image, List<? extends Record> rows) {
    rows.forEach(row -> image.put(new RowKey(0, row), row));
  }
}
