package tutti.simulator.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.simulator.replication.LogExploration;

class TapirExplorationTest {
  private static LogExploration explore(String name, int limit) {
    LogExploration all = new TapirExplorer(TapirScope.named(name), limit).explore(_ -> {});
    assertThat(all.finding()).as(() -> String.join("\n", all.story())).isNull();
    return all;
  }

  static List<String> scopes() {
    return TapirScope.exhaustive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"take-over", "dropped", "inversion"})
  void smallScopesHoldInEveryState(String name) {
    LogExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("transactions that committed").isPositive();
  }

  /** The command line goes on to the end; here the first states of each are enough. */
  @ParameterizedTest
  @MethodSource("scopes")
  @Tag("slow")
  void everyScopeHoldsAsFarAsItIsExplored(String name) {
    explore(name, 100_000);
  }

  @Test
  void walksThroughEverythingHold() {
    LogExploration walks = new TapirExplorer(TapirScope.named("everything"), 1).walk(1, 8);
    assertThat(walks.finding()).as(() -> String.join("\n", walks.story())).isNull();
    assertThat(walks.agreed()).isPositive();
  }
}
