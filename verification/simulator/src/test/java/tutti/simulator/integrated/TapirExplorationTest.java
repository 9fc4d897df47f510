package tutti.simulator.integrated;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.integrated.TapirScope.TAKE_OVER;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.simulator.explorer.search.ExplorationContract;
import tutti.simulator.explorer.search.MachineExploration;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.world.Budget;

class TapirExplorationTest extends ExplorationContract<TapirScope> {
  TapirExplorationTest() {
    super(TapirScope.ALL);
  }

  @Override
  protected TapirExplorer explorer(TapirScope scope, int limit, Network network) {
    return new TapirExplorer(scope, limit, network == Network.STANDING);
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
  void whatACoordinatorGivesUpHoldsInEveryState() {
    holdsInEveryState("given-up");
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

  /** An explorer that notes what the replicas have in all states that it reaches. */
  private static final class Noting extends TapirExplorer {
    final Set<String> replicas = new HashSet<>();

    Noting(TapirScope scope, boolean reduces) {
      super(scope, 1_000_000, reduces);
    }

    @Override
    protected int[] start() {
      int[] start = super.start();
      replicas.add(replicas(start));
      return start;
    }

    @Override
    protected int agreed(int[] state) {
      replicas.add(replicas(state));
      return super.agreed(state);
    }
  }

  /** Replicas and outcomes that are reached are the same in fewer states. */
  @ParameterizedTest
  @ValueSource(strings = {"take-over", "dropped"})
  void theReductionTakesNothingAway(String name) {
    takesNothingAway(TapirScope.ALL.named(name));
  }

  private static void takesNothingAway(TapirScope scope) {
    Noting reduced = new Noting(scope, true);
    Noting whole = new Noting(scope, false);
    MachineExploration few = reduced.explore(_ -> {});
    MachineExploration all = whole.explore(_ -> {});
    assertThat(List.of(few, all)).allMatch(MachineExploration::held);
    assertThat(few.states()).isLessThan(all.states());
    assertThat(few.agreed()).isEqualTo(all.agreed());
    assertThat(missing(whole, reduced)).isEmpty();
    assertThat(missing(reduced, whole)).isEmpty();
  }

  /** A commit was told to a client, and another coordinator takes over. */
  @Test
  @Tag("slow")
  void theReductionTakesNothingAwayFromATransactionAcross() {
    TapirScope across = TapirScope.ALL.named("two-shards");
    takesNothingAway(
        new TapirScope(
            "across",
            across.hosts(),
            across.plans(),
            TapirScope.Start.TAKEN,
            true,
            Budget.of(TAKE_OVER, 1)));
  }

  private static Set<String> missing(Noting from, Noting there) {
    Set<String> missing = new HashSet<>(from.replicas);
    missing.removeAll(there.replicas);
    return missing;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duplicate",
        "inversion",
        "read",
        "view",
        "merge",
        "crash",
        "fenced",
        "contended",
        "given-up",
        "noted",
        "execute",
        "disk"
      })
  @Tag("slow")
  void theReductionTakesNothingAwayFromLargerScopes(String name) {
    theReductionTakesNothingAway(name);
  }

  @Test
  void walksThroughEverythingHold() {
    assertThat(walk(8).agreed()).isPositive();
  }
}
