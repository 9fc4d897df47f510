package tutti.simulator.explorer.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tests of every explorer of machines.
 *
 * @param <S> its scopes
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ExplorationContract<S> {
  private final Scopes<S> scopes;

  protected ExplorationContract(Scopes<S> scopes) {
    this.scopes = scopes;
  }

  protected abstract MachineExplorer explorer(S scope, int limit, Network network);

  /** Explores a scope, and checks that no rule is broken. */
  protected final MachineExploration explore(String name, int limit) {
    return explore(scopes.named(name), limit, Network.STANDING);
  }

  private MachineExploration explore(S scope, int limit, Network network) {
    return holds(explorer(scope, limit, network).explore(_ -> {}));
  }

  /** Walks through the largest scope, and checks that no rule is broken. */
  protected final MachineExploration walk(int walks) {
    return walk(Scopes.EVERYTHING, walks);
  }

  /** Walks through a scope, and checks that no rule is broken. */
  protected final MachineExploration walk(String name, int walks) {
    return holds(explorer(scopes.named(name), 1, Network.ONCE).walk(1, walks));
  }

  private static MachineExploration holds(MachineExploration all) {
    assertThat(all.finding()).as(() -> String.join("\n", all.story())).isNull();
    return all;
  }

  /** Checks that both networks come to the same verdict. */
  protected final void comparesNetworks(S scope) {
    MachineExploration standing = explore(scope, 1_000_000, Network.STANDING);
    MachineExploration once = explore(scope, 1_000_000, Network.ONCE);
    assertThat(List.of(standing, once)).allMatch(MachineExploration::complete);
    assertThat(standing.agreed()).isEqualTo(once.agreed());
  }

  List<String> scopes() {
    return scopes.exhaustive();
  }

  /** The command line goes on to the end; here the first states of each are enough. */
  @ParameterizedTest
  @MethodSource("scopes")
  @Tag("slow")
  void everyScopeHoldsAsFarAsItIsExplored(String name) {
    explore(name, 100_000);
  }
}
