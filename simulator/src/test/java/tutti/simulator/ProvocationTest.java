package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.runtime.Place;
import tutti.simulator.fault.FaultKind;

/** Unlikely turns in nodes' code. */
class ProvocationTest {

  @Test
  void nodesComeByAllPlacesAndBearWhatIsProvokedThere() {
    SimulationReport report =
        Simulation.run(
            new ToyBank(),
            SimulationOptions.of(500, "./tutti simulate toy")
                .withFaults(Set.of(FaultKind.PROVOCATION, FaultKind.CRASH, FaultKind.STALE))
                .withRuns(40, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.pointsNeverReached())
        .doesNotContainAnyElementsOf(
            java.util.Arrays.stream(Place.values()).map(Place::label).toList());
    assertThat(report.faults().get("provocation")).isGreaterThan(1_000);
  }

  @Test
  void provokesOnlyWhileItIsOn() {
    Provocations drawn = Provocations.draw(Seeds.stream(1, "provocations"));
    assertThat(provoked(drawn)).isZero();
    drawn.on(true);
    assertThat(provoked(drawn)).isPositive();
    drawn.on(false);
    assertThat(provoked(drawn)).isZero();
    assertThat(drawn.reached()).containsExactlyInAnyOrder(Place.values());
  }

  private static int provoked(Provocations drawn) {
    int count = 0;
    for (int i = 0; i < 100; i++) {
      for (Place place : Place.values()) {
        count += drawn.at(place) ? 1 : 0;
      }
    }
    return count;
  }
}
