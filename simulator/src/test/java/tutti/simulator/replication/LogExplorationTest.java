package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogExplorationTest {
  private static LogExploration explore(String name, int limit) {
    LogExploration all = new LogExplorer(LogScope.named(name), limit).explore(_ -> {});
    assertThat(all.finding()).as(() -> String.join("\n", all.story())).isNull();
    return all;
  }

  static java.util.List<String> scopes() {
    return LogScope.exhaustive();
  }

  @Test
  void theSmallestScopeHoldsInEveryState() {
    LogExploration all = explore("lease", 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("entries that were chosen").isGreaterThan(1);
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
    LogExploration walks = new LogExplorer(LogScope.named("everything"), 1).walk(1, 40);
    assertThat(walks.finding()).as(() -> String.join("\n", walks.story())).isNull();
    assertThat(walks.agreed()).isGreaterThan(2);
  }
}
