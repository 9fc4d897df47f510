package tutti.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.simulator.history.graph.StepCount;

/** Large histories: good ones pass, one anomaly among thousands of operations is found by name. */
class GeneratedHistoryTest {

  @ParameterizedTest
  @EnumSource
  void goodHistoriesPass(HistoryClaim claim) {
    for (int seed = 0; seed < 10; seed++) {
      assertThat(HistoryChecker.check(GeneratedHistory.good(seed, 1_000, claim)))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsPlantedIsFoundByItsName(Planter planter) {
    for (int seed = 0; seed < 4; seed++) {
      for (HistoryClaim claim : HistoryClaim.values()) {
        List<Anomaly> found = HistoryChecker.check(planter.history(seed, 1_000, claim));
        if (planter.claims().contains(claim)) {
          assertThat(found)
              .as("%s, seed %d", claim, seed)
              .extracting(Anomaly::name)
              .contains(planter.finding(claim));
          assertThat(found)
              .filteredOn(anomaly -> anomaly.name().equals(planter.finding(claim)))
              .allSatisfy(
                  anomaly -> {
                    assertThat(anomaly.story()).isNotEmpty();
                    assertThat(String.join(" ", anomaly.story())).contains(anomaly.operations());
                  });
        } else {
          assertThat(found).as("%s, seed %d", claim, seed).isEmpty();
        }
      }
    }
  }

  /** Counted, not timed: twice the operations take about twice the steps, whatever the verdict. */
  @ParameterizedTest
  @EnumSource
  void theWorkGrowsLikeTheHistory(HistoryClaim claim) {
    for (Planter planter : new Planter[] {null, Planter.STALE_READ, Planter.WRITE_SKEW}) {
      long[] perOperation = new long[4];
      for (int i = 0; i < perOperation.length; i++) {
        int count = 2_000 << i;
        RecordedHistory history =
            planter == null
                ? GeneratedHistory.good(i, count, claim)
                : planter.history(i, count, claim);
        StepCount effort = new StepCount();
        HistoryChecker.check(history, effort);
        perOperation[i] = (effort.nodes() + effort.edges() + effort.steps()) / count;
      }
      assertThat(Arrays.stream(perOperation).min().orElse(0))
          .as("%s, %s: %s", claim, planter, Arrays.toString(perOperation))
          .isGreaterThan(5);
      assertThat(Arrays.stream(perOperation).max().orElse(0))
          .as("%s, %s: %s", claim, planter, Arrays.toString(perOperation))
          .isLessThan(200);
    }
  }
}
