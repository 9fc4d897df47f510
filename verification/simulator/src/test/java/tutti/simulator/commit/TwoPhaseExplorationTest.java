package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.state.CommitScope;

/** Two-phase commit holds in every state, as the card says. */
class TwoPhaseExplorationTest {
  private static CommitExploration explore(int crashes, int losses, int duplicates, int delays) {
    CommitScope scope =
        CommitScopes.of(Assumption.ASYNCHRONOUS, crashes, losses, duplicates, delays);
    return new CommitExplorer(Explored.named("2pc"), scope, Assumption.ASYNCHRONOUS)
        .explore(states -> {});
  }

  private static void holds(CommitExploration all, int states) {
    assertThat(all.violations()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.states()).isGreaterThan(states);
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 0, 0", "0, 1, 0, 0", "0, 0, 1, 0", "0, 0, 0, 1"})
  void holdsWithOneFault(int crashes, int losses, int duplicates, int delays) {
    holds(explore(crashes, losses, duplicates, delays), 2_000);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"2, 0, 0, 0", "1, 1, 1, 0", "2, 1, 0, 0", "1, 0, 0, 1"})
  void holdsWithSeveral(int crashes, int losses, int duplicates, int delays) {
    holds(explore(crashes, losses, duplicates, delays), 60_000);
  }

  private static CommitExploration acting(
      String name, int participants, int crashes, int losses, int duplicates, int delays) {
    CommitScope scope =
        CommitScopes.withParticipants(
            CommitScopes.of(Assumption.ASYNCHRONOUS, crashes, losses, duplicates, delays),
            participants);
    return new CommitExplorer(Explored.named(name), scope, Assumption.ASYNCHRONOUS)
        .withOperation()
        .explore(states -> {});
  }

  @ParameterizedTest
  @CsvSource({
    "two-phase, 1, 0",
    "two-phase, 2, 0",
    "two-phase, 1, 1",
    "two-phase-presumed-commit, 1, 0",
    "two-phase-presumed-nothing, 1, 0"
  })
  void anOperationHappensOnceAtMostAndOnlyWhenNothingCanAbortIt(
      String name, int crashes, int losses) {
    CommitExploration all = acting(name, 2, crashes, losses, 0, 0);
    holds(all, 1_000);
    assertThat(all.ends())
        .anyMatch(end -> end.contains("told COMMIT"))
        .anyMatch(end -> end.contains("told ABORT"));
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "two-phase, 2, 0, 0, 0",
    "two-phase, 1, 1, 1, 0",
    "two-phase, 1, 0, 0, 1",
    "two-phase-presumed-commit, 1, 1, 0, 0",
    "two-phase-presumed-nothing, 1, 1, 0, 0"
  })
  void anOperationOfThreeNodesHappensOnceAtMost(
      String name, int crashes, int losses, int duplicates, int delays) {
    holds(acting(name, 3, crashes, losses, duplicates, delays), 10_000);
  }

  @Test
  void aProtocolInWhichOthersDecideHasNoOperations() {
    CommitScope scope = CommitScopes.of(Assumption.ASYNCHRONOUS, 0, 0, 0, 0);
    CommitExplorer explorer =
        new CommitExplorer(Explored.named("3pc"), scope, Assumption.ASYNCHRONOUS);
    assertThatThrownBy(explorer::withOperation)
        .hasMessage("three-phase has no irrevocable operations: other nodes decide, too");
  }

  @Test
  void aLimitThatIsMetIsToldAsIncomplete() {
    CommitScope scope =
        CommitScopes.withLimit(CommitScopes.of(Assumption.ASYNCHRONOUS, 1, 0, 0, 0), 1_000);
    CommitExploration some =
        new CommitExplorer(Explored.named("2pc"), scope, Assumption.ASYNCHRONOUS)
            .explore(states -> {});
    assertThat(some.held()).isFalse();
    assertThat(some.violations()).isEmpty();
  }
}
