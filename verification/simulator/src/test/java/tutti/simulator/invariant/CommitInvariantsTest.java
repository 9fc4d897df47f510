package tutti.simulator.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.CommitStep.Kind;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.simulator.check.Sight;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.invariant.rule.TwoPhaseInvariants;
import tutti.simulator.invariant.step.CommitMoment;
import tutti.simulator.invariant.step.NodeLife;

/**
 * A message, a record or a release that nodes must not make is reported at that moment: node 0
 * coordinates, node 1 takes part.
 */
class CommitInvariantsTest {
  private static final TransactionId ID = new TransactionId(0, 1, 1);
  private static final BranchKey KEY = new BranchKey(ID, 0);
  private static final long NONCE = 77;

  private final TestBank bank = new TestBank();
  private final List<String> broken = new ArrayList<>();
  private final Inspector inspector =
      new Inspector(
          bank, Sight.Reader.NONE, (node, invariant, what) -> broken.add(invariant.name()));
  private boolean crashed;
  private final NodeLife home = new NodeLife(0, Deployment.DEFAULT, () -> false);
  private final NodeLife other = new NodeLife(1, Deployment.DEFAULT, () -> crashed);
  private final Inspector.Life door = inspector.begin(0, Deployment.DEFAULT, () -> false);
  private WatchedDisk homeDisk;
  private WatchedDisk otherDisk;

  @BeforeEach
  void disks() throws Exception {
    homeDisk = new WatchedDisk(new SimulatedDisk(), home, inspector);
    otherDisk = new WatchedDisk(new SimulatedDisk(), other, inspector);
  }

  /** A log that reaches that position is written and forced. */
  static void flush(WatchedDisk disk, long end) throws Exception {
    write(disk, 0, end, true);
  }

  static void write(WatchedDisk disk, long from, long end, boolean force) throws Exception {
    ByteBuffer frame = ByteBuffer.allocate((int) (end - from));
    frame.put("TFM1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    frame.putInt(8, (int) (end - from)).putLong(16, from).rewind();
    try (var file = disk.open("log-0000000000000000", true)) {
      file.write(frame, 4096 + from);
      if (force) {
        file.force();
      }
    }
  }

  private void home(Kind kind, long nonce, int round) {
    inspector.said(home, 1, new CommitStep(kind, KEY, nonce, round));
  }

  private void other(Kind kind, int round) {
    inspector.said(other, 0, new CommitStep(kind, KEY, NONCE, round));
  }

  private void assertBroken(String... names) {
    assertThat(broken).containsExactly(names);
  }

  /** Everything up to a Yes that the log of node 1 has. */
  private void voted() throws Exception {
    home(Kind.EXECUTE, 0, 1);
    inspector.voted(other, KEY, 100, List.of());
    flush(otherDisk, 100);
    other(Kind.VOTE_YES, 1);
  }

  private PlantedClaim claim(Owner owner) {
    Cell cell =
        new Cell(
            new ActorId("Account", "a"),
            Objects.requireNonNull(bank.type("Account")),
            TestBank.state(TestBank.OPENED, 100));
    return new PlantedClaim(owner, cell, new Work.Act(bank.call("a", "deposit", 1L)), 0);
  }

  @Test
  void allIsWellIfEverythingComesInItsOrder() throws Exception {
    voted();
    inspector.decided(home, KEY, 200, List.of());
    flush(homeDisk, 200);
    home(Kind.COMMIT, NONCE, 0);
    door.told(new Outcome.Committed(ID, List.of()));
    inspector.ended(other, KEY, true, 300);
    write(otherDisk, 512, 812, true);
    other(Kind.ACK, 0);
    assertBroken();
  }

  @Test
  void tellsAnAbortBesideACommit() throws Exception {
    voted();
    inspector.decided(home, KEY, 200, List.of());
    flush(homeDisk, 200);
    home(Kind.ABORT, NONCE, 0);
    inspector.ended(other, KEY, false, 0);
    assertBroken("atomic-commitment.I1");
  }

  @Test
  void tellsACommitBesideAnAbortUnderEveryProtocol() {
    Deployment deployed =
        Deployment.DEFAULT.toBuilder().commit(CommitKinds.all().getLast()).build();
    NodeLife one = new NodeLife(1, deployed, () -> false);
    NodeLife two = new NodeLife(2, deployed, () -> false);
    inspector.voted(one, KEY, 50, List.of());
    inspector.voted(two, KEY, 50, List.of());
    inspector.ended(one, KEY, false, 0);
    assertBroken();
    inspector.ended(two, KEY, true, 60);
    assertBroken("atomic-commitment.I1");
  }

  static List<CommitKind> protocols() {
    return CommitKinds.all();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void tellsAYesBeforeTheVoteIsForcedUnderEveryProtocol(CommitKind commit) throws Exception {
    List<Invariant<CommitMoment>> judged =
        commit.equals(CommitKinds.usual())
            ? TwoPhaseInvariants.OF_TWO_PHASE
            : TwoPhaseInvariants.OF_EVERY_PROTOCOL;
    Deployment deployed = Deployment.DEFAULT.toBuilder().commit(commit).build();
    NodeLife member = new NodeLife(1, deployed, () -> false);
    WatchedDisk disk = new WatchedDisk(new SimulatedDisk(), member, inspector);
    inspector.voted(member, KEY, 100, List.of());
    write(disk, 0, 100, false);
    inspector.said(member, 0, new CommitStep(Kind.VOTE_YES, KEY, NONCE, 1));
    assertThat(broken).singleElement().isIn("two-phase-commit.I6", "atomic-commitment.I2");
    assertThat(judged.stream().map(Invariant::name)).containsAll(broken);
  }

  @Test
  void tellsAPromiseToWitnessesBeforeTheVoteIsForced() throws Exception {
    NodeLife coordinator = new NodeLife(0, underAnotherProtocol(), () -> false);
    WatchedDisk disk = new WatchedDisk(new SimulatedDisk(), coordinator, inspector);
    inspector.promised(coordinator, KEY, 100, List.of());
    write(disk, 0, 100, true);
    inspector.said(coordinator, 2, new CommitStep(Kind.PROMISE, KEY, 0, 0));
    assertBroken();

    NodeLife member = new NodeLife(1, underAnotherProtocol(), () -> false);
    inspector.voted(member, KEY, 100, List.of());
    inspector.said(member, 2, new CommitStep(Kind.PROMISE, KEY, 0, 0));
    assertBroken("atomic-commitment.I2");
  }

  @Test
  void tellsAYesAfterANoUnderEveryProtocol() throws Exception {
    NodeLife member = new NodeLife(1, underAnotherProtocol(), () -> false);
    WatchedDisk disk = new WatchedDisk(new SimulatedDisk(), member, inspector);
    inspector.voted(member, KEY, 100, List.of());
    flush(disk, 100);
    inspector.said(member, 0, new CommitStep(Kind.VOTE_NO, KEY, NONCE, 1));
    inspector.said(member, 0, new CommitStep(Kind.VOTE_YES, KEY, NONCE, 1));
    assertBroken("atomic-commitment.I3");
  }

  @Test
  void tellsAnAbortThatIsToldOfACommitUnderEveryProtocol() {
    inspector.decided(new NodeLife(0, underAnotherProtocol(), () -> false), KEY, 200, List.of());
    door.told(new Outcome.Aborted(ID, new Reason.Overloaded(1)));
    assertBroken("atomic-commitment.I4");
  }

  @Test
  void tellsAQuestionAfterVotesWereAskedForUnderEveryProtocol() {
    NodeLife coordinator = new NodeLife(0, underAnotherProtocol(), () -> false);
    inspector.said(coordinator, 1, new CommitStep(Kind.PREPARE, KEY, NONCE, 1));
    inspector.said(coordinator, 1, new CommitStep(Kind.EXECUTE, KEY, NONCE, 2));
    assertBroken("atomic-commitment.I5");
  }

  private static Deployment underAnotherProtocol() {
    return Deployment.DEFAULT.toBuilder().commit(CommitKinds.all().getLast()).build();
  }

  @Test
  void aDecisionThatACrashHasTakenIsNone() throws Exception {
    voted();
    inspector.decided(new NodeLife(0, Deployment.DEFAULT, () -> crashed), KEY, 200, List.of());
    crashed = true;
    home(Kind.ABORT, NONCE, 0);
    inspector.ended(new NodeLife(1, Deployment.DEFAULT, () -> false), KEY, false, 0);
    assertBroken();
  }

  @Test
  void tellsACommitWithoutTheVoteOnTheLastQuestion() throws Exception {
    voted();
    home(Kind.EXECUTE, NONCE, 2);
    inspector.decided(home, KEY, 200, List.of());
    assertBroken("two-phase-commit.I2");
  }

  @Test
  void tellsACommitOnTheVoteOfAnotherBranch() throws Exception {
    voted();
    home(Kind.PREPARE, NONCE + 1, 1);
    inspector.decided(home, KEY, 200, List.of());
    assertBroken("two-phase-commit.I2");
  }

  @Test
  void tellsWhoAbortsByItselfAfterItsYes() throws Exception {
    voted();
    inspector.ended(other, KEY, false, 0);
    assertBroken("two-phase-commit.I3");
  }

  @Test
  void letsWhoWasAskedMoreSinceAbort() throws Exception {
    voted();
    home(Kind.PREPARE, NONCE, 2);
    inspector.ended(other, KEY, false, 0);
    assertBroken();
  }

  @Test
  void tellsAnAbortThatIsToldOfACommit() throws Exception {
    voted();
    inspector.decided(home, KEY, 200, List.of());
    door.told(new Outcome.Aborted(ID, new Reason.Overloaded(1)));
    assertBroken("two-phase-commit.I4");
  }

  @Test
  void tellsAYesBeforeTheVoteIsForced() throws Exception {
    home(Kind.EXECUTE, 0, 1);
    inspector.voted(other, KEY, 100, List.of());
    write(otherDisk, 0, 100, false);
    other(Kind.VOTE_YES, 1);
    assertBroken("two-phase-commit.I6");
  }

  @Test
  void tellsAYesWithoutAVoteInTheLog() {
    home(Kind.EXECUTE, 0, 1);
    other(Kind.VOTE_YES, 1);
    assertBroken("two-phase-commit.I6");
  }

  @Test
  void tellsADecisionBeforeItIsForced() throws Exception {
    voted();
    inspector.decided(home, KEY, 200, List.of());
    home(Kind.COMMIT, NONCE, 0);
    assertBroken("two-phase-commit.I6");
  }

  @Test
  void tellsAnAcknowledgementInDoubt() throws Exception {
    voted();
    other(Kind.ACK, 0);
    assertBroken("two-phase-commit.I6");
  }

  @Test
  void tellsAQuestionAfterVotesWereAskedFor() {
    home(Kind.EXECUTE, 0, 1);
    home(Kind.PREPARE, NONCE, 1);
    home(Kind.EXECUTE, NONCE, 1);
    assertBroken();
    home(Kind.EXECUTE, NONCE, 2);
    assertBroken("two-phase-commit.I7");
  }

  @Test
  void tellsWhoDropsOutUnasked() {
    home(Kind.EXECUTE, 0, 1);
    inspector.ended(other, KEY, true, 0);
    assertBroken("two-phase-commit.I7");
  }

  @Test
  void tellsAYesAfterANo() throws Exception {
    home(Kind.EXECUTE, 0, 1);
    inspector.voted(other, KEY, 100, List.of());
    flush(otherDisk, 100);
    other(Kind.VOTE_NO, 1);
    other(Kind.VOTE_YES, 1);
    assertBroken("two-phase-commit.I8");
  }

  @Test
  void tellsWhoLetsGoInDoubt() throws Exception {
    voted();
    Owner owner = new Owner(1);
    owner.status(Owner.Status.PREPARED);
    inspector.letsGo(other, claim(owner));
    assertBroken("distribution.I1");
  }

  @Test
  void countsNothingThatACrashedNodeStillDoes() throws Exception {
    voted();
    crashed = true;
    inspector.ended(other, KEY, false, 0);
    assertBroken();
  }

  @Test
  void tellsACommitThatIsToldBeforeItIsForced() throws Exception {
    inspector.decided(home, KEY, 200, List.of());
    door.told(new Outcome.Committed(ID, List.of()));
    assertBroken("journal.I8");
  }

  @Test
  void tellsAReadOfWhatIsNotForced() {
    ActorId actor = new ActorId("Account", "a");
    inspector.decided(home, KEY, 200, List.of());
    inspector.applied(home, ID, actor, 3);
    door.read(actor, 2);
    assertBroken();
    door.read(actor, 3);
    assertBroken("journal.I8");
  }

  @Test
  void tellsAnIncarnationThatComesAgain() {
    inspector.greets(other, 2);
    inspector.greets(other, 3);
    assertBroken();
    inspector.greets(other, 3);
    assertBroken("distribution.I5");
  }

  @Test
  void tellsANonceThatNamesTwoBranches() {
    other(Kind.VOTE_NO, 1);
    inspector.said(other, 0, new CommitStep(Kind.EXECUTED, new BranchKey(ID, 1), NONCE, 1));
    assertBroken("distribution.I3");
  }

  @Test
  void tellsAVoteThatARestartHasForgotten() throws Exception {
    home(Kind.EXECUTE, 0, 1);
    votedAt(claim(new Owner(1)));
    inspector.begin(1, Deployment.DEFAULT, () -> false).recovered(true);
    assertBroken("recovery.I8");
  }

  @Test
  void letsARestartForgetAVoteWhoseEndIsInTheLogAndNotCarriedOutYet() throws Exception {
    votedAt(claim(new Owner(1)));
    inspector.ending(other, KEY);
    inspector.begin(1, Deployment.DEFAULT, () -> false).recovered(true);
    inspector.begin(1, Deployment.DEFAULT, () -> false).recovered(true);
    assertBroken();
  }

  @Test
  void tellsAVoteThatIsForgottenAfterACrashHasTakenItsEnd() throws Exception {
    PlantedClaim claim = claim(new Owner(1));
    votedAt(claim);
    inspector.ending(other, KEY);
    Inspector.Life inDoubt = inspector.begin(1, Deployment.DEFAULT, () -> false);
    ConcurrencyControl control = inDoubt.control(new PlantedControl());
    control.reinstate(claim.owner(), claim.cell(), claim.work(), claim.around(), 0, 0);
    inDoubt.recovered(true);
    assertBroken();
    inspector.begin(1, Deployment.DEFAULT, () -> false).recovered(true);
    assertBroken("recovery.I8");
  }

  private void votedAt(PlantedClaim claim) throws Exception {
    inspector.voted(other, KEY, 100, List.of(claim));
    flush(otherDisk, 100);
  }

  @Test
  void letsARestartForgetAVoteThatWasNeverForced() throws Exception {
    inspector.voted(other, KEY, 100, List.of(claim(new Owner(1))));
    write(otherDisk, 0, 100, false);
    inspector.begin(1, Deployment.DEFAULT, () -> false).recovered(true);
    assertBroken();
  }
}
