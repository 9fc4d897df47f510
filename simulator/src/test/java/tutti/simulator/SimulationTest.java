package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.runtime.ExecutorMode;

/** Whole nodes, under faults, by seeds. */
class SimulationTest {
  private static final String COMMAND = "./tutti simulate toy";

  private static SimulationReport run(SimulationOptions options) {
    return Simulation.run(new ToyBank(), options);
  }

  @Test
  void everyHistoryIsCorrect() {
    SimulationReport report =
        run(SimulationOptions.of(1, COMMAND).withNodes(1).withRuns(60, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.crashes()).isGreaterThan(60);
    assertThat(report.transactions()).isGreaterThan(2_000);
    assertThat(report.messages()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void everyHistoryOfSeveralNodesIsCorrect(int nodes) {
    SimulationReport report =
        run(SimulationOptions.of(1, COMMAND).withNodes(nodes).withRuns(12, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.crashes()).isGreaterThan(12);
    assertThat(report.transactions()).isGreaterThan(300);
    assertThat(report.messages()).isGreaterThan(10_000);
    assertThat(report.pointsNeverReached())
        .doesNotContain("transaction-on-several-nodes", "answered-by-another-node");
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
    for (int nodes : new int[] {1, 3}) {
      SimulationOptions options = SimulationOptions.of(7, COMMAND).withNodes(nodes).withMode(mode);
      SimulationReport first = run(options);
      assertThat(run(options).digest()).isEqualTo(first.digest());
      assertThat(run(SimulationOptions.of(8, COMMAND).withNodes(nodes).withMode(mode)).digest())
          .isNotEqualTo(first.digest());
    }
  }
}
