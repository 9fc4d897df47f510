package tutti.simulator.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.simulator.machines.ExplorationContract;
import tutti.simulator.machines.MachineExploration;
import tutti.simulator.machines.Network;

class TapirExplorationTest extends ExplorationContract<TapirScope> {
  TapirExplorationTest() {
    super(TapirScope.ALL);
  }

  @Override
  protected TapirExplorer explorer(TapirScope scope, int limit, Network network) {
    return new TapirExplorer(scope, limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"take-over", "dropped", "inversion"})
  void smallScopesHoldInEveryState(String name) {
    holdsInEveryState(name);
  }

  @Tag("slow")
  @Test
  void aRefusalThatOverrulesAConsentHoldsInEveryState() {
    holdsInEveryState("overruled");
  }

  @Tag("slow")
  @Test
  void aTakeoverBesideATransactionWithAConflictHoldsInEveryState() {
    holdsInEveryState("contended");
  }

  @Tag("slow")
  @Test
  void aVersionThatIsReadBeforeItIsExecutedHoldsInEveryState() {
    holdsInEveryState("noted");
  }

  private void holdsInEveryState(String name) {
    MachineExploration all = explore(name, 1_000_000);
    assertThat(all.complete()).isTrue();
    assertThat(all.agreed()).as("transactions that committed").isPositive();
  }

  @Test
  void walksThroughEverythingHold() {
    assertThat(walk(8).agreed()).isPositive();
  }
}
