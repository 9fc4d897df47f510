package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.testing.Effort;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.CommitExploration.Violation;
import tutti.simulator.commit.state.CommitScope;

/** EasyCommit and three-phase commit hold when nodes crash, and do not when messages are late. */
class NonBlockingExplorationTest {
  private static CommitExploration explore(String name, CommitScope scope, Assumption claim) {
    return new CommitExplorer(Explored.named(name), scope, claim).explore(states -> {});
  }

  private static CommitExploration crashing(String name, CommitScope scope) {
    return explore(name, scope, Assumption.SYNCHRONOUS_CRASH);
  }

  private static void holds(CommitExploration all) {
    assertThat(all.violations()).isEmpty();
    assertThat(all.complete()).isTrue();
  }

  private static CommitScope withCrashes(int most) {
    return CommitScopes.withoutRefusals(
        CommitScopes.of(Assumption.SYNCHRONOUS_CRASH, most, 0, 0, 0));
  }

  /**
   * The protocols that hold with a crash, one also with that of a machine, take turns; each is some
   * seconds' work, and so they are explored in every third run of the usual suite.
   */
  static List<String> one() {
    return Effort.fewInTurn(0, 3, List.of("three-phase", "easy-commit", "easy-commit-confirmed"));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("one")
  void holdsWithACrashWhereNobodyRefuses(String name) {
    holds(name.equals("easy-commit-confirmed") ? stopping(name) : crashing(name, withCrashes(1)));
  }

  private static CommitExploration stopping(String name) {
    return new CommitExplorer(Explored.named(name), withCrashes(1), Assumption.SYNCHRONOUS_CRASH)
        .withMachineStops()
        .explore(Set.of(0, 1, 2), states -> {});
  }

  @ParameterizedTest
  @ValueSource(strings = {"three-phase", "easy-commit"})
  void holdsWithARefusal(String name) {
    holds(crashing(name, CommitScopes.of(Assumption.SYNCHRONOUS_CRASH, 0, 0, 0, 0)));
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"three-phase", "easy-commit"})
  void holdsWithACrashAndARefusal(String name) {
    holds(crashing(name, CommitScopes.of(Assumption.SYNCHRONOUS_CRASH, 1, 0, 0, 0)));
  }

  /** A few minutes each, and some gigabytes. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"three-phase", "three-phase-unacknowledged"})
  void holdsWithTwoCrashesAndARefusal(String name) {
    holds(crashing(name, CommitScopes.of(Assumption.SYNCHRONOUS_CRASH, 2, 0, 0, 0)));
  }

  /** A few minutes each, and some gigabytes, which would be twice as many with a refusal. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"easy-commit", "easy-commit-optimised", "easy-commit-confirmed"})
  void easyCommitHoldsWithTwoCrashes(String name) {
    holds(crashing(name, withCrashes(2)));
  }

  /**
   * A coordinator that tells its client when it has sent relies on what a machine that stops takes
   * with it; only what is confirmed outlives that.
   */
  @Test
  void whatIsSentDoesNotOutliveAMachineThatStops() {
    CommitExploration all = stopping("easy-commit");
    assertThat(all.complete()).isFalse();
    assertThat(all.violations()).extracting(Violation::rule).containsExactly("agreement");
  }

  /** EasyCommit §4.1. */
  @ParameterizedTest
  @ValueSource(strings = {"three-phase", "easy-commit"})
  void doesNotHoldWithoutABoundOfDelays(String name) {
    CommitExploration all =
        explore(
            name, CommitScopes.of(Assumption.ASYNCHRONOUS, 0, 0, 0, 2), Assumption.ASYNCHRONOUS);
    assertThat(all.held()).isFalse();
    assertThat(all.violations()).last().extracting(Violation::rule).isEqualTo("agreement");
  }
}
