package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.simulator.machines.ExplorationContract;
import tutti.simulator.machines.MachineExploration;
import tutti.simulator.machines.Network;

class LogExplorationTest extends ExplorationContract<LogScope> {
  LogExplorationTest() {
    super(LogScope.ALL);
  }

  @Override
  protected LogExplorer explorer(LogScope scope, int limit, Network network) {
    return new LogExplorer(scope, limit, network);
  }

  @ParameterizedTest
  @ValueSource(strings = {"forming", "lease"})
  void smallScopesHoldInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("entries that were chosen").isPositive();
  }

  @Test
  void messagesThatStayUnderWayComeToTheSame() {
    LogScope.Budget nothingElse = new LogScope.Budget(0, 0, 0, 0, 0, 0, 0, 0);
    comparesNetworks(
        new LogScope("small", LogScope.Start.LED, LogScope.Reads.INDEX, 2, nothingElse));
  }

  @Test
  void walksThroughEverythingHold() {
    assertThat(walk(40).agreed()).isGreaterThan(2);
  }
}
