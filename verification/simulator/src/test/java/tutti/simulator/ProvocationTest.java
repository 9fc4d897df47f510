package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.engine.runtime.FaultPoint;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.world.FaultPointRates;
import tutti.simulator.world.Seeds;

/** Unlikely turns in nodes' code. */
class ProvocationTest {

  @Tag("slow")
  @Test
  void nodesComeByAllPlacesAndBearWhatIsProvokedThere() {
    SimulationReport report =
        Simulation.run(
            new ToyBank(),
            SimulationOptions.of(500, "./tutti simulate toy")
                .withFaults(Set.of(FaultKind.PROVOCATION, FaultKind.CRASH, FaultKind.STALE))
                .withRuns(40, () -> false));
    assertThat(report.violations()).isEmpty();
    // The toy bank has no rows, so that no snapshot is opened, and does nothing irrevocable; its
    // nodes have no replicas.
    Set<FaultPoint> reachable =
        EnumSet.complementOf(
            EnumSet.of(
                FaultPoint.EPOCH_CLOSED_LATE,
                FaultPoint.OPERATION_UNCLEAR,
                FaultPoint.EXECUTION_FAILS,
                FaultPoint.EXECUTION_DIFFERS));
    assertThat(report.pointsNeverReached())
        .doesNotContainAnyElementsOf(reachable.stream().map(FaultPoint::label).toList());
    assertThat(report.faults().get("provocation")).isGreaterThan(1_000);
  }

  @Test
  void provokesOnlyWhileItIsOn() {
    FaultPointRates drawn = FaultPointRates.draw(Seeds.stream(1, "provocations"), Set.of());
    assertThat(provoked(drawn)).isZero();
    drawn.on(true);
    assertThat(provoked(drawn)).isPositive();
    drawn.on(false);
    assertThat(provoked(drawn)).isZero();
    assertThat(drawn.reached()).containsExactlyInAnyOrder(FaultPoint.values());
  }

  @Test
  void provokesWhatIsNamedWhateverIsDrawn() {
    for (int seed = 0; seed < 10; seed++) {
      FaultPointRates drawn =
          FaultPointRates.draw(
              Seeds.stream(seed, "provocations"), FaultPoint.parse("vote-apart,ack-dropped"));
      drawn.on(true);
      for (FaultPoint named : List.of(FaultPoint.VOTE_APART, FaultPoint.ACK_DROPPED)) {
        int count = 0;
        for (int i = 0; i < 1_000; i++) {
          count += drawn.at(named) ? 1 : 0;
        }
        assertThat(count).as(named.label()).isGreaterThan(50);
      }
    }
    assertThatThrownBy(() -> FaultPoint.parse("vote-apart,none"))
        .hasMessageStartingWith("there is no place 'none'; there are flush-late, ");
  }

  private static int provoked(FaultPointRates drawn) {
    int count = 0;
    for (int i = 0; i < 100; i++) {
      for (FaultPoint place : FaultPoint.values()) {
        count += drawn.at(place) ? 1 : 0;
      }
    }
    return count;
  }
}
