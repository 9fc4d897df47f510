package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
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
  @ValueSource(strings = {"forming", "ballots", "disk"})
  void smallScopesHoldInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("entries that were chosen").isPositive();
  }

  /** An explorer that notes the hosts of all states that it reaches. */
  private static final class Noting extends LogExplorer {
    final Set<String> hosts = new HashSet<>();

    Noting(LogScope scope, Network network) {
      super(scope, 1_000_000, network);
    }

    @Override
    protected int agreed(int[] state) {
      hosts.add(hosts(state));
      return super.agreed(state);
    }
  }

  /** Where messages stay, are in parts and drop out, hosts reach all that they reach without. */
  @Test
  void messagesThatStayUnderWayTakeNothingAway() {
    LogScope small =
        new LogScope(
            "small",
            LogScope.Start.LED,
            LogScope.Reads.INDEX,
            1,
            new LogScope.Budget(1, 0, 0, 0, 0, 0, 0, 0));
    Noting standing = new Noting(small, Network.STANDING);
    Noting once = new Noting(small, Network.ONCE);
    assertThat(standing.explore(_ -> {}).held()).isTrue();
    assertThat(once.explore(_ -> {}).held()).isTrue();
    assertThat(once.hosts.size()).isGreaterThan(500);
    once.hosts.removeAll(standing.hosts);
    assertThat(once.hosts).isEmpty();
  }

  @Test
  void walksThroughEverythingHold() {
    assertThat(walk(40).agreed()).isGreaterThan(2);
  }
}
