package tutti.simulator.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.simulator.machines.ExplorationContract;
import tutti.simulator.machines.MachineExploration;
import tutti.simulator.machines.Network;

class JanusExplorationTest extends ExplorationContract<JanusScope> {
  JanusExplorationTest() {
    super(JanusScope.ALL);
  }

  @Override
  protected JanusExplorer explorer(JanusScope scope, int limit, Network network) {
    return new JanusExplorer(scope, limit, network);
  }

  @ParameterizedTest
  @ValueSource(strings = {"left", "chosen", "accepted", "crossing", "sync-point", "refusals"})
  void smallScopesHoldInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("transactions that were decided").isPositive();
  }

  /** A disk is lost behind a decision on the fast path, or has come back before it. */
  @ParameterizedTest
  @ValueSource(strings = {"lost", "returned"})
  @Tag("slow")
  void aLostDiskHoldsInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("transactions that were decided").isPositive();
  }

  /** The first states of these. */
  @ParameterizedTest
  @ValueSource(strings = {"lost", "returned"})
  void changesOfAConfigurationHoldAtFirst(String name) {
    assertThat(explore(name, 50_000).agreed()).as("transactions decided").isPositive();
  }

  @Test
  void bothNetworksComeToTheSameVerdict() {
    comparesNetworks(JanusScope.ALL.named("overtaken"));
  }

  /** Three transactions at one item, and a takeover: all that the scope has takes a minute. */
  @Test
  void walksThroughWhatIsImpliedHold() {
    assertThat(walk("implied", 60).agreed()).as("transactions decided").isEqualTo(3);
  }

  @Test
  void walksThroughEverythingHold() {
    assertThat(walk(8).agreed()).isPositive();
  }
}
