package tutti.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.lab.measure.Ratio;
import tutti.lab.measure.Report;
import tutti.lab.measure.ReportTable;

class BenchTest {
  @TempDir Path folder;

  @Test
  void oneSideIsOneRunWithoutRatios() throws Exception {
    Synthetic workload = new Synthetic(List.of("a"), 1, 0, 0);
    Report report = measure(workload, 15);
    assertThat(workload.order).containsExactly("a");
    assertThat(report.runs()).hasSize(1);
    assertThat(report.ratios()).isEmpty();
    assertThat(report.noise()).isEmpty();
  }

  @Test
  void pairsTurnTheirOrderAndASecondRunOfTheFirstSideLiesBesideIt() throws Exception {
    Synthetic workload = new Synthetic(List.of("a", "b"), 1, 0, 0);
    measure(workload, 4);
    assertThat(workload.order.subList(0, 4)).as("thrown away").containsExactly("a", "b", "a", "b");
    assertThat(workload.order.subList(4, 16))
        .containsExactly("a", "a", "b", "b", "a", "a", "a", "a", "b", "b", "a", "a");
  }

  @Test
  void nothingIsThrownAwayWhereEveryRunStartsCold() throws Exception {
    Synthetic workload = new Synthetic(List.of("a", "b"), 1, 0, 0).cold();
    measure(workload, 1);
    assertThat(workload.order).containsExactly("a", "a", "b");
  }

  @Test
  void bothSidesOfAPairGetTheSameSeedAndEachPairAnother() throws Exception {
    Synthetic workload = new Synthetic(List.of("a", "b"), 1, 0, 0);
    measure(workload, 2);
    List<Long> seeds = workload.seeds.subList(4, 10);
    assertThat(seeds.subList(0, 3)).containsOnly(seeds.get(0));
    assertThat(seeds.subList(3, 6)).containsOnly(seeds.get(3));
    assertThat(seeds.get(0)).isNotEqualTo(seeds.get(3));
  }

  @Test
  void findsADifferenceThatIsThere() throws Exception {
    Report report = measure(new Synthetic(List.of("a", "b"), 1.5, 0.02, 0), 15);
    Ratio ratio = report.ratios().get("a/b");
    Ratio noise = report.noise().get("a/a");
    assertThat(ratio.median()).isCloseTo(1.5, within(0.05));
    assertThat(ratio.pairs()).isEqualTo(15);
    assertThat(noise.median()).isCloseTo(1, within(0.05));
    assertThat(ratio.resolvable(noise)).isTrue();
  }

  @Test
  void saysSoWhenTheNoiseHidesTheDifference() throws Exception {
    Report report = measure(new Synthetic(List.of("a", "b"), 1.01, 0.2, 0), 15);
    assertThat(ReportTable.text(report)).contains("a/b: median").contains("not resolvable");
  }

  @Test
  void aMachineThatGetsSlowerFavoursNeitherSide() throws Exception {
    Report report = measure(new Synthetic(List.of("a", "b"), 1, 0, 0.05), 16);
    assertThat(report.ratios().get("a/b").median()).isCloseTo(1, within(0.01));
  }

  @Test
  void aRunWithoutAnythingToCompareEndsTheComparison() {
    assertThatThrownBy(() -> measure(new Synthetic(List.of("a", "b"), 0, 0, 0), 2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more --seconds");
  }

  @Test
  void runsKeepTheirOrderAndEachHasItsOwnProbe() throws Exception {
    Report report = measure(new Synthetic(List.of("a", "b"), 1, 0, 0), 2);
    assertThat(report.runs())
        .extracting(run -> run.label())
        .containsExactly("a", "a", "b", "b", "a", "a");
    assertThat(report.runs()).allMatch(run -> run.figure("fsync-probe-us") > 0);
    assertThat(report.machine().fsyncProbeMicros()).isPositive();
  }

  private Report measure(Workload workload, int pairs) throws Exception {
    return Bench.measure(workload, Synthetic.settings(pairs, folder), line -> {});
  }
}
