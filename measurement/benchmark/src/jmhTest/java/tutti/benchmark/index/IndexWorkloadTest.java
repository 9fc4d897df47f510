package tutti.benchmark.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.benchmark.Loads;
import tutti.benchmark.index.IndexWorkload.Operation;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

class IndexWorkloadTest {
  private static final LoadPlan SHORT =
      new LoadPlan(1, Duration.ofMillis(1), Duration.ofMillis(5), 1);

  @ParameterizedTest
  @ValueSource(strings = {"ordered", "skip-list", "hash"})
  void measuresEveryOperationThatASideHas(String side) throws Exception {
    for (Operation operation : Operation.values()) {
      if (operation != Operation.SCAN || !side.equals("hash")) {
        RunResult result =
            Loads.until(
                it -> it.figure(IndexWorkload.COST) > 0,
                SHORT,
                plan -> new IndexWorkload(List.of(side), operation, 1_000).run(side, plan));
        assertThat(result.checks()).as("%s", operation).containsEntry("found-what-is-there", true);
        assertThat(result.figure(IndexWorkload.COST)).isPositive();
      }
    }
  }

  @Test
  void bothOrderedSidesFindTheSame() {
    Side ordered = Side.make("ordered");
    Side skipList = Side.make("skip-list");
    for (long key = -300; key < 300; key += 3) {
      ordered.insert(key);
      skipList.insert(key);
    }
    for (long from = -301; from < 301; from += 50) {
      assertThat(ordered.scan(from, 40)).isEqualTo(skipList.scan(from, 40));
      assertThat(ordered.get(from)).isEqualTo(skipList.get(from));
    }
  }

  @Test
  void tellsWhichSidesThereAre() {
    assertThatThrownBy(() -> new IndexWorkload(List.of("bush"), Operation.GET, 1_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bush");
    assertThatThrownBy(() -> new IndexWorkload(List.of("hash"), Operation.SCAN, 1_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no order");
  }
}
