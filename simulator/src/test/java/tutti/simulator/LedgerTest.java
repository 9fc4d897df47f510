package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Ledger;
import tutti.simulator.check.States;

/** The checker finds what is wrong. */
class LedgerTest {
  private static final TransactionId ONE = new TransactionId(0, 1, 1);
  private static final TransactionId TWO = new TransactionId(0, 1, 2);
  private static final ActorId ACTOR = new ActorId("Account", "a");
  private final ToyBank bank = new ToyBank();
  private final Findings findings = new Findings();
  private final Ledger ledger = new Ledger(bank, true, true, findings, node -> {}, text -> {});
  private final History node = ledger.history(0, 1);

  @Test
  void findsNothingWrongWithARunInWhichNothingHappened() {
    ledger.end(new States(bank), true);
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsAnAcknowledgementOfWhatIsNotInTheLog() {
    ledger.acknowledged(ONE, null, List.of());
    assertThat(findings.texts()).singleElement().asString().startsWith("durable");
  }

  @Test
  void findsAnAcknowledgedDecisionThatACrashLost() {
    node.decided(new BranchKey(ONE, 0), "k", 10, List.of(), List.of());
    ledger.acknowledged(ONE, "k", List.of());
    ledger.end(new States(bank), true);
    assertThat(findings.texts()).singleElement().asString().contains("a crash lost it");
  }

  @Test
  void findsAStateThatNoDecisionMade() {
    States found = new States(bank);
    found.put(ACTOR, new ActorState(1, new Object[] {100L}), 1);
    ledger.end(found, true);
    assertThat(findings.texts()).anyMatch(text -> text.startsWith("prefix"));
    assertThat(findings.texts()).anyMatch(text -> text.startsWith("actor-serial"));
  }

  @Test
  void findsAnAnswerThatChanges() {
    node.decided(new BranchKey(ONE, 0), "k", 10, List.of(), List.of(1L));
    ledger.acknowledged(ONE, "k", List.of(2L));
    assertThat(findings.texts()).singleElement().asString().startsWith("at-most-once");
  }

  @Test
  void findsAReadOfAVersionThatWasNeverMade() {
    ledger.read(ledger.look(ACTOR), 3, new ActorState(1, new Object[] {1L}));
    ledger.end(new States(bank), false);
    assertThat(findings.texts()).singleElement().asString().startsWith("fresh-reads");
  }

  @Test
  void findsAVoteThatIsToldToCommitThoughNobodyDecidedThat() {
    History other = ledger.history(1, 1);
    other.prepared(new BranchKey(ONE, 0), 5, List.of());
    other.branchEnded(new BranchKey(ONE, 0), true, 6);
    assertThat(findings.texts()).singleElement().asString().contains("nobody decided");
  }

  @Test
  void findsAVoteThatIsToldToAbortThoughItsCoordinatorCommitted() {
    History other = ledger.history(1, 1);
    other.prepared(new BranchKey(ONE, 0), 5, List.of());
    node.decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
    other.branchEnded(new BranchKey(ONE, 0), false, 6);
    assertThat(findings.texts()).singleElement().asString().startsWith("agreement");
  }

  @Test
  void findsAVoteThatWasToldToCommitWhereTheDecisionIsLost() {
    History other = ledger.history(1, 1);
    other.prepared(new BranchKey(ONE, 0), 5, List.of());
    node.decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
    other.branchEnded(new BranchKey(ONE, 0), true, 6);
    ledger.over(0);
    ledger.end(new States(bank), Set.of());
    assertThat(findings.texts()).singleElement().asString().contains("no decision stands");
  }

  @Test
  void findsNothingWrongWithAVoteThatACrashOfTheCoordinatorLeftToAbort() {
    History other = ledger.history(1, 1);
    other.prepared(new BranchKey(ONE, 0), 5, List.of());
    node.decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
    ledger.over(0);
    other.branchEnded(new BranchKey(ONE, 0), false, 6);
    ledger.end(new States(bank), Set.of());
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsAVoteThatStaysInDoubt() {
    ledger.history(1, 1).prepared(new BranchKey(ONE, 0), 5, List.of());
    ledger.end(new States(bank), Set.of());
    assertThat(findings.texts()).singleElement().asString().contains("in doubt for ever");
  }

  @Test
  void findsAHoleInALog() {
    node.decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
    node.decided(new BranchKey(TWO, 0), null, 20, List.of(), List.of());
    ledger.over(0);
    ledger.end(new States(bank), Set.of(TWO));
    assertThat(findings.texts()).singleElement().asString().startsWith("prefix");
  }

  @Test
  void findsADecisionThatIsGoneWithoutACrash() {
    node.decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
    ledger.end(new States(bank), Set.of());
    assertThat(findings.texts()).singleElement().asString().contains("without a crash");
  }

  @Test
  void findsATransactionThatIsDecidedTwice() {
    node.decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
    node.decided(new BranchKey(ONE, 0), null, 20, List.of(), List.of());
    assertThat(findings.texts()).singleElement().asString().contains("decided twice");
  }
}
