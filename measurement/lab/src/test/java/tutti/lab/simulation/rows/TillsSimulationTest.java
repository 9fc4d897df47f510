package tutti.lab.simulation.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.Reason;
import tutti.lab.simulation.rows.RowActor.Seen;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.application.SimulatedApplication.Scenario;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Rebel instances and Java actors that call each other, in the simulator. */
class TillsSimulationTest {
  private final RowsSimulation tills = RowsSimulation.tills();
  private final Scenario scenario = tills.scenario(new SplittableRandom(1));

  private Call till(String event, Object... arguments) {
    ActorType type = Objects.requireNonNull(tills.application().type("Till"));
    return new Call(
        new ActorId("Till", "0"), Objects.requireNonNull(type.action(event)), List.of(arguments));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void holdsUnderFaults(int nodes) {
    int runs = Effort.of(20);
    SimulationReport report =
        Simulation.run(
            tills,
            SimulationOptions.of(7, "tutti simulate --workload tills")
                .withNodes(nodes)
                .withRequests(200)
                .withRuns(runs, () -> false));
    assertThat(report.violations()).isEmpty();
    // Held executors, hung disks and full heaps refuse a part of the requests.
    assertThat(report.transactions()).isGreaterThan(25L * runs);
  }

  /** From version to version, with what those before have left. */
  @Test
  void goesOnAsItsNextVersionsOnWhatItHasLeft() {
    SimulationReport report =
        Simulation.run(
            tills,
            SimulationOptions.of(20, "tutti simulate --workload tills")
                .withNodes(2)
                .withFaults(Set.of(FaultKind.NEW_VERSION, FaultKind.CRASH))
                .withRuns(6, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.faults().get("new-version")).isGreaterThan(1);
  }

  @ParameterizedTest
  @CsvSource({
    "b0.1.5 B1.1.5,        false",
    "b0.1.5 B0.1.5,        true",
    "b1.1.5 c1(B1.0.2),    true",
    "k0.1.0.5(b0.0.1),     true",
    "k0.1.0.5(k1.2.0.5()), false"
  })
  void aTillMovesOnceInATransaction(String script, boolean refused) {
    List<String> wrong = new ArrayList<>();
    scenario.sights(
        List.of(new ProcedureResult("Shelf", "Run", new Seen("0", script, List.of()))), wrong::add);
    assertThat(wrong).hasSize(refused ? 1 : 0);
  }

  @Test
  void aRefusalThatNothingAsksForIsFound() {
    Call quiet = till("both", 0L, 1L, "g1", 1L, 2L, "k1.0.0.5(g2)");
    Call twice = till("pass", 1L, 5L, 0L, 1L, "b1.0.5");
    assertThat(scenario.wronglyRefused(List.of(quiet), refused("instance-twice"))).isNotNull();
    assertThat(scenario.wronglyRefused(List.of(quiet), refused("precondition"))).isNull();
    assertThat(scenario.wronglyRefused(List.of(quiet), refused("unwanted"))).isNotNull();
    assertThat(scenario.wronglyRefused(List.of(twice), refused("instance-twice"))).isNull();
    assertThat(scenario.wronglyRefused(List.of(twice), refused("active-set"))).isNotNull();
  }

  private static Reason refused(String code) {
    return new Reason.Refused(new ActorId("Till", "0"), "ring", Refusal.of(code, "because"));
  }
}
