package tutti.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.PlainType;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.history.History;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Caller;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.simulator.ToyBank;

/** The checker finds what is wrong. */
class EpochOracleTest {
  private static final TransactionId ONE = new TransactionId(0, 1, 1);
  private static final TransactionId TWO = new TransactionId(0, 1, 2);
  private static final ActorId ACTOR = new ActorId("Account", "a");
  private final ToyBank bank = new ToyBank();
  private final Findings findings = new Findings();
  private final EpochOracle ledger =
      new EpochOracle(bank, true, true, findings, node -> {}, text -> {});
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
  void theLogsTellWhatCommittedThoughNobodyRemembersIt() {
    node.decided(new BranchKey(ONE, 0), "k", 10, List.of(), List.of());
    node.decided(new BranchKey(TWO, 0), "l", 20, List.of(), List.of());
    assertThat(ledger.inLog(TWO)).isTrue();
    ledger.over(0);
    ledger.history(0, 2);
    ledger.found(0, 2, 15);
    assertThat(ledger.inLog(ONE)).isTrue();
    assertThat(ledger.inLog(TWO)).isFalse();
    assertThat(ledger.inLog(new TransactionId(0, 1, 3))).isFalse();
    ledger.end(new States(bank), Set.of(ONE));
    assertThat(ledger.inLog(ONE)).as("kept since").isTrue();
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

  /** An operator who ordered the decision for it would apply the transaction twice. */
  @Test
  void findsAVoteOfANodeThatHasCommittedBefore() {
    BranchKey key = new BranchKey(ONE, 0);
    History other = ledger.history(1, 1);
    other.prepared(key, 5, List.of());
    ledger.history(0, 1).decided(key, null, 10, List.of(), List.of());
    other.branchEnded(key, true, 6);
    ledger.history(1, 2).prepared(key, 7, List.of());
    assertThat(findings.texts())
        .singleElement()
        .asString()
        .contains("voted after it had committed");
  }

  @Test
  void findsATransactionThatIsDecidedTwice() {
    node.decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
    node.decided(new BranchKey(ONE, 0), null, 20, List.of(), List.of());
    assertThat(findings.texts()).singleElement().asString().contains("decided twice");
  }

  /** Under {@code durability = async} a crash may take what was acknowledged, and what was read. */
  @Test
  void findsNothingWrongWithReadingLessOnceACrashTookWhatNobodyPromisedToKeep() {
    EpochOracle lossy = new EpochOracle(bank, true, false, findings, node -> {}, text -> {});
    readWhatIsMadeAndLost(lossy);
    lossy.end(new States(bank), true);
    lossy.read(lossy.look(ACTOR), 0, null);
    lossy.end(new States(bank), false);
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsNothingWrongWithThatOnSeveralNodesEither() {
    EpochOracle lossy = new EpochOracle(bank, true, false, findings, node -> {}, text -> {});
    readWhatIsMadeAndLost(lossy);
    lossy.end(new States(bank), Set.of());
    lossy.read(lossy.look(ACTOR), 0, null);
    lossy.end(new States(bank), Set.of());
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsAReadThatGoesBackThoughNothingWasLostOnSeveralNodes() {
    EpochOracle lossy = new EpochOracle(bank, true, false, findings, node -> {}, text -> {});
    lossy.read(lossy.look(ACTOR), 1, null);
    lossy.read(lossy.look(ACTOR), 0, null);
    lossy.end(new States(bank), Set.of());
    assertThat(findings.texts()).anyMatch(text -> text.contains("version 0 after version 1"));
  }

  @Test
  void knowsWhatACrashMayHaveTaken() {
    EpochOracle lossy = new EpochOracle(bank, true, false, findings, node -> {}, text -> {});
    for (EpochOracle each : List.of(lossy, ledger)) {
      each.history(0, 1).decided(new BranchKey(ONE, 0), null, 10, List.of(), List.of());
      assertThat(each.lasts(ONE)).isTrue();
      each.over(0);
    }
    assertThat(lossy.lasts(ONE)).isFalse();
    assertThat(ledger.lasts(ONE)).isTrue();
    lossy.end(new States(bank), Set.of(ONE));
    assertThat(lossy.lasts(ONE)).isTrue();
  }

  private static void readWhatIsMadeAndLost(EpochOracle lossy) {
    History its = lossy.history(0, 1);
    its.decided(new BranchKey(ONE, 0), null, 10, List.of(new Opening()), List.of());
    lossy.acknowledged(ONE, null, List.of());
    lossy.read(lossy.look(ACTOR), 1, new ActorState(1, new Object[] {100L}));
    lossy.over(0);
  }

  /** The claim by which {@link #ONE} opens the actor with 100. */
  static final class Opening extends Claim {
    private static final PlainType ACCOUNT = (PlainType) new ToyBank().types().getFirst();

    Opening() {
      super(
          new Whoever(),
          new Cell(ACTOR, ACCOUNT, new ActorState(0, new Object[1])),
          new Work.Act(ACCOUNT.call(ACTOR.key(), "open", 100L)),
          new Nothing(),
          0,
          0);
    }

    @Override
    public long observedLsn() {
      return 0;
    }
  }

  private record Whoever() implements Participant {
    @Override
    public TransactionId id() {
      return ONE;
    }

    @Override
    public long age() {
      return 0;
    }

    @Override
    public Status status() {
      return Status.COMMITTED;
    }
  }

  private record Nothing() implements Surroundings {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public Caller caller() {
      return Caller.NOBODY;
    }

    @Override
    public Object observe(ActorId other, Observation what) {
      throw new IllegalStateException("it looks at nothing");
    }
  }
}
