package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.state.CommitScope;

/** Paxos Commit with three witnesses holds in every state of these scopes, as the card says. */
class PaxosCommitExplorationTest {
  private static final Explored PAXOS = Explored.named("paxos-commit");

  private static CommitScope scope(
      int participants, int crashes, int losses, int duplicates, int delays) {
    return CommitScopes.withoutRefusals(
        CommitScopes.withParticipants(
            CommitScopes.of(Assumption.ASYNCHRONOUS, crashes, losses, duplicates, delays),
            participants));
  }

  private static CommitExploration explore(CommitScope scope) {
    return new CommitExplorer(PAXOS, scope, Assumption.ASYNCHRONOUS).explore(states -> {});
  }

  private static void holds(CommitExploration all, int states) {
    assertThat(all.violations()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.states()).isGreaterThan(states);
  }

  /** Three vote, and one crashes at any point, for ever or not. */
  @Tag("slow")
  @Test
  void holdsWithACrashOfThreeWhereNobodyLeads() {
    holds(explore(CommitScopes.withTimers(scope(3, 1, 0, 0, 0), 0, 0)), 300_000);
  }

  /** Two vote, none crashes, and a witness takes over, once, at any moment. */
  @Test
  void holdsWithATakeoverOfTwo() {
    holds(explore(CommitScopes.withTimers(scope(2, 0, 0, 0, 0), 1, 0)), 500);
  }

  /** Two vote, and a member that hears nothing takes over, once. */
  @Tag("slow")
  @Test
  void holdsWithACrashOfTwoAndATakeover() {
    holds(explore(CommitScopes.withTimers(scope(2, 1, 0, 0, 0), 1, 0)), 500_000);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 0, 0", "0, 1, 0", "0, 0, 1"})
  void holdsWithALostDoubledOrLateMessageOfThree(int losses, int duplicates, int delays) {
    CommitScope scope = scope(3, 0, losses, duplicates, delays);
    holds(
        explore(
            delays > 0
                ? CommitScopes.withTimers(scope, 1, 0)
                : CommitScopes.withTimers(scope, 0, 1)),
        200_000);
  }

  /** Three vote, one crashes, and one takes over. */
  @Tag("slow")
  @Test
  void holdsWithACrashOfThreeAndATakeover() {
    holds(explore(CommitScopes.withTimers(scope(3, 1, 0, 0, 0), 1, 0)), 13_000_000);
  }

  @Tag("slow")
  @Test
  void holdsWithACrashOfTwoATakeoverAndARepeat() {
    holds(explore(CommitScopes.withTimers(scope(2, 1, 0, 0, 0), 1, 1)), 2_000_000);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "0, 1"})
  void holdsWithALostOrADoubledMessageOfTwo(int losses, int duplicates) {
    holds(explore(CommitScopes.withTimers(scope(2, 0, losses, duplicates, 0), 0, 1)), 1_000);
  }

  /** Whatever comes of it, the same comes of it where every difference counts. */
  @Tag("slow")
  @Test
  void differencesThatAreLeftOutMakeNone() {
    CommitScope crash = CommitScopes.withTimers(scope(2, 1, 0, 0, 0), 0, 1);
    CommitExplorer explorer = new CommitExplorer(PAXOS, crash, Assumption.ASYNCHRONOUS);
    CommitExploration reduced = explorer.explore(Set.of(0, 1), true, states -> {});
    CommitExploration full = explorer.explore(Set.of(0, 1), false, states -> {});
    assertThat(reduced.ends()).isEqualTo(full.ends()).hasSizeGreaterThan(2);
    assertThat(reduced.states()).isLessThan(full.states() / 5);
    holds(reduced, 50_000);
    holds(full, 500_000);
  }
}
