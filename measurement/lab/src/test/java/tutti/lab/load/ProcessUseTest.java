package tutti.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tutti.lab.load.ProcessUse.ThreadUsed;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

class ProcessUseTest {

  @Test
  void tellsCollectorsAndCompilersApartAndCountsWhatCameLater() {
    ProcessUse before =
        new ProcessUse(
            5_000_000,
            Map.of(
                1, new ThreadUsed("container-0", 1_000_000, 10, 1),
                2, new ThreadUsed("GC Thread#0", 2_000_000, 5, 0),
                3, new ThreadUsed("gone", 500_000, 7, 7)));
    ProcessUse after =
        new ProcessUse(
            9_000_000,
            Map.of(
                1, new ThreadUsed("container-0", 3_000_000, 14, 2),
                2, new ThreadUsed("GC Thread#0", 2_600_000, 6, 0),
                4, new ThreadUsed("C2 CompilerThre", 400_000, 1, 3),
                5, new ThreadUsed("G1 Refine#0", 100_000, 2, 0)));
    assertThat(after.since(before)).isEqualTo(new ProcessUse.Used(4_000, 700, 400, 8, 4));
  }

  @Test
  void givesARunItsFiguresForEachRequest() {
    RunResult run = RunResult.of("a", 1, new Histogram(3), new Outcomes(4, 0, 0, 0, 0));
    RunResult with = new ProcessUse.Used(40, 8, 4, 12, 2).per(run, "node-0-", 4);
    assertThat(with.measures())
        .containsEntry("node-0-cpu-us-per-request", 10.0)
        .containsEntry("node-0-gc-us-per-request", 2.0)
        .containsEntry("node-0-compiler-us-per-request", 1.0)
        .containsEntry("node-0-voluntary-switches-per-request", 3.0)
        .containsEntry("node-0-involuntary-switches-per-request", 0.5);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void seesTheThreadsOfAProcess() {
    ProcessUse use = ProcessUse.ofThisOne();
    assertThat(use.cpuNanos()).isPositive();
    assertThat(use.threads().values())
        .anyMatch(thread -> thread.name().startsWith("C1 Compiler") && thread.voluntary() > 0);
  }
}
