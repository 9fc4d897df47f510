package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.simulator.exhaustive.Exploration;
import tutti.simulator.exhaustive.Scope;
import tutti.simulator.options.SimulationOptions;

/** Every schedule of whole nodes in a small world. */
class ExhaustiveTest {
  private static Exploration explore(Scope scope) {
    return Simulation.explore(
        new ToyBank(), SimulationOptions.of(1, "./tutti simulate"), scope, true, schedules -> {});
  }

  @Test
  void twoConflictingTransfersHoldInEverySchedule() {
    Exploration all = explore(SmallScopes.of(2));
    assertThat(all.findings()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.schedules()).isGreaterThan(5);
  }

  @Test
  void oneTransferHoldsWithACrashAnywhere() {
    Exploration all = explore(SmallScopes.of(1, 1, 0, 0, 0));
    assertThat(all.findings()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.schedules()).isGreaterThan(20);
  }

  @Test
  void aLimitThatIsMetIsToldAsIncomplete() {
    Exploration some = explore(new Scope(2, 2, 2, 0, 0, 0, 0, 0, 3));
    assertThat(some.complete()).isFalse();
    assertThat(some.schedules() + some.cut()).isEqualTo(3);
  }
}
