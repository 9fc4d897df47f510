package tutti.simulator.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.testing.Effort;
import tutti.simulator.explorer.search.ExplorationContract;
import tutti.simulator.explorer.search.MachineExploration;
import tutti.simulator.explorer.search.Network;

class JanusExplorationTest extends ExplorationContract<JanusScope> {
  JanusExplorationTest() {
    super(JanusScope.ALL);
  }

  @Override
  protected JanusExplorer explorer(JanusScope scope, int limit, Network network) {
    return new JanusExplorer(scope, limit, network);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "given-up",
        "left",
        "chosen",
        "accepted",
        "crossing",
        "sync-point",
        "refusals",
        "overtaken-across",
        "half-fast-and-sync-point"
      })
  void smallScopesHoldInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("transactions that were decided").isPositive();
  }

  /** Two shards of three replicas each. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "crossed",
        "half-proposed",
        "half-abandoned",
        "half-heard",
        "half-heard-and-sync-point",
        "outbid",
        "implied-across",
        "lags"
      })
  @Tag("slow")
  void twoShardsOfThreeReplicasHoldInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("transactions that were decided").isPositive();
  }

  /** An explorer that notes the replicas, each by itself, and the decisions of all states. */
  private static final class Noting extends JanusExplorer {
    final Set<String> parts = new HashSet<>();

    Noting(String scope, Network network) {
      super(JanusScope.ALL.named(scope), 2_000_000, network);
    }

    @Override
    protected int agreed(int[] state) {
      told(state).forEach(each -> parts.addAll(parts(each)));
      return super.agreed(state);
    }
  }

  /**
   * Where messages stay, where coordinators are told late, or at once, and what they do not need
   * any more is left out, replicas and decisions become all that they become without.
   */
  @ParameterizedTest
  @CsvSource({"proposed, 20", "overtaken, 10"})
  void theReductionTakesNothingAway(String scope, int parts) {
    Noting standing = new Noting(scope, Network.STANDING);
    Noting once = new Noting(scope, Network.ONCE);
    assertThat(standing.explore(_ -> {}).held()).isTrue();
    assertThat(once.explore(_ -> {}).held()).isTrue();
    assertThat(once.parts.size()).isGreaterThan(parts);
    once.parts.removeAll(standing.parts);
    assertThat(once.parts).isEmpty();
  }

  /** Two coordinators at once, and transactions that are executed and forgotten. */
  @ParameterizedTest
  @CsvSource({"conflict, 10", "crossing, 100"})
  @Tag("slow")
  void theReductionTakesNothingAwayFromMore(String scope, int parts) {
    theReductionTakesNothingAway(scope, parts);
  }

  /** A disk is lost behind a decision on the fast path, or has come back before it. */
  @ParameterizedTest
  @ValueSource(strings = {"lost", "returned", "rejoined"})
  @Tag("slow")
  void aLostDiskHoldsInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("transactions that were decided").isPositive();
  }

  static List<String> changes() {
    return Effort.few(List.of("lost", "returned", "rejoined"));
  }

  /** The first states of these. */
  @ParameterizedTest
  @MethodSource("changes")
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
