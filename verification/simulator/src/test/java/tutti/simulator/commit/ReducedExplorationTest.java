package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.CommitExploration.Violation;
import tutti.simulator.commit.state.CommitScope;
import tutti.simulator.commit.step.StateReduction;

/**
 * The parts that {@link StateReduction} leaves out make no difference: the ends and the violations
 * are the same.
 */
class ReducedExplorationTest {
  @ParameterizedTest
  @CsvSource({
    "two-phase, 3, 2, 0",
    "two-phase, 3, 1, 1",
    "three-phase-paper, 2, 2, 0",
    "easy-commit, 2, 2, 0",
    "easy-commit-paper, 2, 1, 0",
    "easy-commit, 3, 0, 1"
  })
  void comesToTheSame(String name, int participants, int crashes, int losses) {
    Explored explored = Explored.named(name);
    Assumption world = CommitExplorer.weakestWorld(explored.protocol());
    CommitScope scope =
        CommitScopes.withParticipants(CommitScopes.of(world, crashes, losses, 0, 0), participants);
    comesToTheSame(new CommitExplorer(explored, scope, Assumption.SYNCHRONOUS_CRASH));
  }

  @Test
  void comesToTheSameWithAnIrrevocableOperation() {
    CommitScope scope =
        CommitScopes.withParticipants(CommitScopes.of(Assumption.ASYNCHRONOUS, 2, 0, 0, 0), 2);
    comesToTheSame(
        new CommitExplorer(Explored.named("two-phase"), scope, Assumption.ASYNCHRONOUS)
            .withOperation());
  }

  private static void comesToTheSame(CommitExplorer explorer) {
    for (Set<Integer> changers : List.of(Set.of(0, 1), Set.of(1))) {
      CommitExploration full = explorer.explore(changers, false, states -> {});
      CommitExploration reduced = explorer.explore(changers, true, states -> {});
      assertThat(reduced.complete()).isEqualTo(full.complete());
      assertThat(reduced.ends()).isEqualTo(full.ends()).isNotEmpty();
      assertThat(rules(reduced)).isEqualTo(rules(full));
      assertThat(reduced.states()).isLessThan(full.states());
    }
  }

  private static Set<String> rules(CommitExploration of) {
    return of.violations().stream().map(Violation::rule).collect(Collectors.toSet());
  }
}
