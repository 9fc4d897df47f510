package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.simulator.exhaustive.Exploration;
import tutti.simulator.exhaustive.cluster.Scope;
import tutti.simulator.options.SimulationOptions;

/** Every schedule of whole nodes in a small world. */
class ExhaustiveTest {
  private static Exploration explore(Scope scope) {
    return Simulation.explore(
        new ToyBank(), SimulationOptions.of(1, "./tutti simulate"), scope, true, schedules -> {});
  }

  @Test
  void twoConflictingTransfersHoldInEverySchedule() {
    Exploration all = explore(Scope.of(2));
    assertThat(all.findings()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.schedules()).isGreaterThan(5);
  }

  @Test
  void oneTransferHoldsWithACrashAnywhere() {
    Exploration all = explore(Scope.of(1).withCrashes(1));
    assertThat(all.findings()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.schedules()).isGreaterThan(20);
  }

  @Test
  void aLimitThatIsMetIsToldAsIncomplete() {
    Exploration some = explore(Scope.of(2).withLimit(3));
    assertThat(some.complete()).isFalse();
    assertThat(some.schedules() + some.cut()).isEqualTo(3);
  }
}
