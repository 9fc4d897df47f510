package tutti.benchmark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.benchmark.Loads;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

class JournalWorkloadTest {
  private static final LoadPlan PLAN =
      new LoadPlan(8, Duration.ofMillis(20), Duration.ofMillis(150), 1);

  @TempDir Path folder;

  private JournalWorkload workload(boolean platformThreads) {
    return new JournalWorkload(
        List.of(JournalWorkload.TUTTI, JournalWorkload.BARE_FILE), folder, 256, platformThreads);
  }

  @Test
  void bothSidesCommitInGroupsAndLeaveNothing() throws Exception {
    for (boolean platformThreads : List.of(true, false)) {
      for (String side : workload(platformThreads).sides()) {
        RunResult run =
            Loads.until(
                it -> it.throughput() > 0, PLAN, plan -> workload(platformThreads).run(side, plan));
        assertThat(run.label()).isEqualTo(side);
        assertThat(run.throughput()).isPositive();
        assertThat(run.outcomes().committed()).isEqualTo(run.latency().getTotalCount());
        assertThat(run.figure("commits-per-force")).isBetween(1.0, 8.5);
      }
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void anUnknownSideIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> workload(false).run("sqlite", PLAN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bare-file");
  }
}
