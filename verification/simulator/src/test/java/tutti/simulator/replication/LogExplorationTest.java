package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.replication.LogScope.BALLOT;
import static tutti.simulator.replication.LogScope.HAND_OVER;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.testing.Effort;
import tutti.simulator.explorer.search.ExplorationContract;
import tutti.simulator.explorer.search.MachineExploration;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.world.Budget;

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

  /** An explorer that notes the hosts of all states that it reaches in which none is going down. */
  private static final class Noting extends LogExplorer {
    final Set<String> hosts = new HashSet<>();

    Noting(LogScope scope, Network network) {
      super(scope, 2_000_000, network);
    }

    @Override
    protected int agreed(int[] state) {
      if (areUp(state)) {
        told(state).forEach(each -> hosts.add(hosts(each)));
      }
      return super.agreed(state);
    }
  }

  static List<Arguments> small() {
    return Effort.few(
        List.of(
            arguments(1, 1, 0, 0, 0),
            arguments(0, 1, 1, 0, 0),
            arguments(1, 0, 1, 0, 0),
            arguments(0, 1, 0, 0, 1),
            arguments(0, 1, 0, 1, 0)));
  }

  /**
   * Where messages stay, are in parts and drop out, where hosts are told late what is chosen and
   * start again at once, they reach all that they reach without.
   */
  @ParameterizedTest
  @MethodSource("small")
  void theReductionTakesNothingAway(
      int ballots, int commands, int crashes, int disks, int handOvers) {
    LogScope small =
        new LogScope(
            "small",
            LogScope.Start.LED,
            LogScope.Reads.INDEX,
            commands,
            Budget.of(BALLOT, ballots)
                .and(CRASH, crashes)
                .and(DISK, disks)
                .and(HAND_OVER, handOvers));
    Noting standing = new Noting(small, Network.STANDING);
    Noting once = new Noting(small, Network.ONCE);
    assertThat(standing.explore(_ -> {}).held()).isTrue();
    assertThat(once.explore(_ -> {}).held()).isTrue();
    assertThat(once.hosts.size()).isGreaterThan(40);
    once.hosts.removeAll(standing.hosts);
    assertThat(once.hosts).isEmpty();
  }

  /** Disks that are lost while another host stands for election. */
  @Test
  @Tag("slow")
  void theReductionTakesNothingAwayFromALostDisk() {
    theReductionTakesNothingAway(1, 0, 0, 1, 0);
  }

  /** The faults of smaller scopes at once. */
  @Test
  @Tag("slow")
  void aCrashADiskAndABallotHoldInEveryState() {
    assertThat(explore("crash-disk-and-ballot", 10_000_000).complete()).isTrue();
  }

  @Test
  void walksThroughEverythingHold() {
    assertThat(walk(40).agreed()).isGreaterThan(2);
  }
}
