package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.runtime.ExecutorMode;

/** A whole node, under faults, by seeds. */
class SimulationTest {
  private static final String COMMAND = "./tutti simulate toy";

  private static SimulationReport run(SimulationOptions options) {
    return Simulation.run(new ToyBank(), options);
  }

  @Test
  void everyHistoryIsCorrect() {
    SimulationReport report = run(SimulationOptions.of(1, COMMAND).withRuns(60, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.crashes()).isGreaterThan(60);
    assertThat(report.transactions()).isGreaterThan(2_000);
  }

  @Tag("slow")
  @Test
  void everyHistoryIsCorrectForManySeedsAndAllSituationsComeUp() {
    SimulationReport report =
        run(SimulationOptions.of(10_000, COMMAND).withRuns(1_500, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.pointsNeverReached()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void theSameSeedHasTheSameDigest(ExecutorMode mode) {
    SimulationOptions options = SimulationOptions.of(7, COMMAND).withMode(mode);
    SimulationReport first = run(options);
    assertThat(run(options).digest()).isEqualTo(first.digest());
    assertThat(run(SimulationOptions.of(8, COMMAND).withMode(mode)).digest())
        .isNotEqualTo(first.digest());
  }
}
