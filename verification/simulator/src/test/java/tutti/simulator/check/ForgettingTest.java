package tutti.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.simulator.ToyBank;
import tutti.simulator.check.EpochOracleTest.Opening;

/** The rules that hold for nodes that keep nothing, and those that do not. */
class ForgettingTest {
  private static final TransactionId ONE = new TransactionId(0, 1, 1);
  private static final TransactionId TWO = new TransactionId(0, 1, 2);
  private static final BranchKey KEY = new BranchKey(ONE, 0);
  private static final ActorId ACTOR = new ActorId("Account", "a");
  private static final ActorState OPEN = new ActorState(1, new Object[] {100L});

  private final ToyBank bank = new ToyBank();
  private final Findings findings = new Findings();
  private final EpochOracle ledger = ledger(false);
  private final History node = ledger.history(0, 1);

  /** The actor lives on node 1. */
  private EpochOracle ledger(boolean lasting) {
    return EpochOracle.ofForgetful(
        bank, actor -> 1, false, lasting, findings, number -> {}, text -> {});
  }

  private void open(History other) {
    other.prepared(KEY, 0, List.of(new Opening()));
    node.decided(KEY, null, 0, List.of(), List.of());
  }

  private States opened() {
    States found = new States(bank);
    found.put(ACTOR, OPEN, 1);
    return found;
  }

  @Test
  void findsNothingWrongWithANodeThatStartsAgainWithNothing() {
    History other = ledger.history(1, 1);
    open(other);
    other.branchEnded(KEY, true, 0);
    ledger.acknowledged(ONE, null, List.of());
    ledger.read(ledger.look(ACTOR), 1, OPEN);
    ledger.end(opened(), Set.of(ONE));
    ledger.over(1);
    ledger.history(1, 2);
    ledger.read(ledger.look(ACTOR), 0, null);
    ledger.end(new States(bank), Set.of(ONE));
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsThatSomethingIsThereAfterARestart() {
    History other = ledger.history(1, 1);
    open(other);
    other.branchEnded(KEY, true, 0);
    ledger.over(1);
    ledger.history(1, 2);
    ledger.end(opened(), Set.of(ONE));
    assertThat(findings.texts()).singleElement().asString().startsWith("actor-serial");
  }

  @Test
  void findsThatWhatWasAcknowledgedIsNotReadOrThere() {
    History other = ledger.history(1, 1);
    open(other);
    other.branchEnded(KEY, true, 0);
    ledger.acknowledged(ONE, null, List.of());
    ledger.read(ledger.look(ACTOR), 0, null);
    ledger.end(new States(bank), Set.of(ONE));
    assertThat(findings.texts()).anyMatch(text -> text.startsWith("fresh-reads"));
    assertThat(findings.texts()).anyMatch(text -> text.startsWith("actor-serial"));
  }

  /** The finding stands also when no check can look any more. */
  @Test
  void findsAReadOfALifeThatIsOver() {
    ledger.history(1, 1);
    ledger.read(ledger.look(ACTOR), 1, OPEN);
    ledger.over(1);
    assertThat(findings.texts()).singleElement().asString().startsWith("fresh-reads");
  }

  @Test
  void findsAHalfWhereBothStillRun() {
    History other = ledger.history(1, 1);
    open(other);
    other.branchEnded(KEY, false, 0);
    assertThat(findings.texts()).singleElement().asString().startsWith("agreement");
  }

  /** The coordinator of the late message means the vote of the life that is over. */
  @Test
  void findsNothingWrongWithALateMessageThatComesToNothing() {
    open(ledger.history(1, 1));
    ledger.over(1);
    History restarted = ledger.history(1, 2);
    restarted.prepared(KEY, 0, List.of(new Opening()));
    restarted.branchEnded(KEY, false, 0);
    ledger.end(new States(bank), Set.of(ONE));
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsAPartThatComesBackAfterARestart() {
    History other = ledger.history(1, 1);
    open(other);
    other.branchEnded(KEY, true, 0);
    ledger.over(1);
    History restarted = ledger.history(1, 2);
    restarted.prepared(KEY, 0, List.of(new Opening()));
    restarted.branchEnded(KEY, true, 0);
    assertThat(findings.texts())
        .singleElement()
        .asString()
        .contains("voted after it had committed");
  }

  @Test
  void findsAVoteThatStaysInDoubtAfterItsCoordinatorForgot() {
    open(ledger.history(1, 1));
    ledger.over(0);
    ledger.history(0, 2);
    ledger.end(new States(bank), Set.of());
    assertThat(findings.texts()).singleElement().asString().contains("in doubt for ever");
  }

  @Test
  void findsADecisionThatItsNodeDoesNotKnowAnyMoreThoughItRuns() {
    node.decided(KEY, null, 0, List.of(), List.of());
    ledger.end(new States(bank), Set.of());
    assertThat(findings.texts()).singleElement().asString().contains("without a crash");
  }

  @Test
  void findsAKeyThatHappensTwiceInOneLifeAndNotInTwo() {
    node.decided(KEY, "k", 0, List.of(), List.of());
    ledger.over(0);
    History next = ledger.history(0, 2);
    next.decided(new BranchKey(TWO, 0), "k", 0, List.of(), List.of());
    assertThat(findings.texts()).isEmpty();
    next.decided(new BranchKey(new TransactionId(0, 2, 3), 0), "k", 0, List.of(), List.of());
    assertThat(findings.texts()).singleElement().asString().startsWith("at-most-once");
  }

  @Test
  void findsAnAbortToldOfWhatIsDecided() {
    node.decided(KEY, null, 0, List.of(), List.of());
    ledger.aborted(ONE, null);
    assertThat(findings.texts()).singleElement().asString().startsWith("definite-abort");
  }

  @Test
  void findsNothingWrongWithAnAbortToldOfWhatIsForgotten() {
    node.decided(KEY, null, 0, List.of(), List.of());
    ledger.over(0);
    ledger.aborted(ONE, null);
    assertThat(findings.texts()).isEmpty();
  }

  /** A check that asks for more than the deployment promises. */
  @Test
  void findsALossWhereWhatWasAcknowledgedIsHeldToLast() {
    EpochOracle strict = ledger(true);
    strict.history(0, 1).decided(KEY, null, 0, List.of(), List.of());
    strict.acknowledged(ONE, null, List.of());
    strict.over(0);
    assertThat(findings.texts()).singleElement().asString().contains("a crash lost it");
  }
}
