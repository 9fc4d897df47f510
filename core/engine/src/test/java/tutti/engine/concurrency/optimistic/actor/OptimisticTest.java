package tutti.engine.concurrency.optimistic.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.engine.concurrency.Account.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.RandomSchedule;
import tutti.engine.concurrency.SerialCheck;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/** The paper card's table and invariants, one by one. */
class OptimisticTest {
  private static final Observation BALANCE = new Observation.OfField(Account.BALANCE);
  private final List<Long> versions = new ArrayList<>();
  private final Optimistic control = new Optimistic((claim, version) -> versions.add(version));
  private final Cell a = cell("A");
  private final Cell b = cell("B");
  private final Owner t1 = new Owner(1);
  private final Owner t2 = new Owner(2);

  private static Cell cell(String key) {
    return new Cell(Account.id(key), Account.TYPE, Account.opened(100));
  }

  private boolean fastens(Owner owner) {
    return owner.lock(control) && owner.validate(control);
  }

  @Test
  void grantsEverybodyAtOnceAndLocksNothing() {
    assertThat(t1.act(control, a, "withdraw", 80).accepted()).isTrue();
    assertThat(t2.act(control, a, "withdraw", 80).accepted()).isTrue();
    assertThat(a.control()).isNull();
  }

  @Test
  void theFirstToLockCommitsAndTheOtherOneMeetsAConflict() {
    t1.act(control, a, "withdraw", 80);
    t2.act(control, a, "withdraw", 80);
    assertThat(fastens(t1)).isTrue();
    assertThat(t2.lock(control)).as("locked by the first").isFalse();
    t1.commit(control, 4);
    assertThat(balance(a.state())).isEqualTo(20);
    assertThat(t2.lock(control)).isTrue();
    assertThat(t2.validate(control)).as("it saw another balance").isFalse();
    t2.abort(control);
    assertThat(a.control()).isNull();
    assertThat(versions).containsExactly(1L);
  }

  @Test
  void whatWasOnlyLookedAtIsValidated() {
    t1.observe(control, a, BALANCE);
    t1.act(control, b, "deposit", 1);
    t2.act(control, a, "deposit", 1);
    assertThat(fastens(t2)).isTrue();
    assertThat(t1.lock(control)).isTrue();
    assertThat(t1.validate(control)).as("somebody is about to change it").isFalse();
    t2.commit(control, 1);
    assertThat(t1.validate(control)).as("it has changed").isFalse();
  }

  /** Write skew: each reads what the other one writes. */
  @Test
  void twoThatReadWhatTheOtherWritesDoNotBothCommit() {
    t1.observe(control, a, BALANCE);
    t1.act(control, b, "deposit", 1);
    t2.observe(control, b, BALANCE);
    t2.act(control, a, "deposit", 1);
    assertThat(t1.lock(control) && t2.lock(control)).isTrue();
    assertThat(t1.validate(control) || t2.validate(control)).isFalse();
  }

  @Test
  void aBranchLocksAsItExecutesAndOthersBeginAnewInsteadOfWaiting() {
    Owner branch = t1.ofAnotherNode();
    Claim claim = branch.act(control, a, "deposit", 1).accept().claim();
    assertThat(claim.position()).isZero();
    assertThat(t2.act(control, a, "deposit", 1).letter()).isEqualTo('C');
    assertThat(t2.observe(control, a, BALANCE).letter()).isEqualTo('C');
    assertThat(t2.read(control, a).letter()).as("it may still abort").isEqualTo('S');
    branch.status(Status.PREPARED);
    Ask read = t2.read(control, a);
    assertThat(read.delayed()).isTrue();
    branch.commit(control, 1);
    assertThat(balance(read.seen().state())).isEqualTo(101);
    assertThat(a.control()).isNull();
  }

  @Test
  void whoMeetsALockOfThisNodeWaitsForItsEnd() {
    t1.act(control, a, "withdraw", 80);
    assertThat(fastens(t1)).isTrue();
    Ask second = t2.act(control, a, "withdraw", 50);
    assertThat(second.delayed()).isTrue();
    List<Participant> blockers = new ArrayList<>();
    control.blockers(second, blockers::add);
    assertThat(blockers).containsExactly(t1);
    t1.commit(control, 3);
    assertThat(second.reject().lsn()).isEqualTo(3);
    assertThat(a.control()).isNull();
  }

  @Test
  void whoGivesUpWaitingIsNeverAnswered() {
    t1.act(control, a, "deposit", 1);
    assertThat(fastens(t1)).isTrue();
    Ask second = t2.act(control, a, "deposit", 1);
    assertThat(control.withdraw(second)).isTrue();
    assertThat(control.withdraw(second)).isFalse();
    t1.commit(control, 1);
    assertThat(second.delayed()).isTrue();
  }

  @Test
  void anActorThatWasForgottenMeanwhileIsNotValid() {
    t1.act(control, a, "deposit", 1);
    t2.observe(control, a, BALANCE);
    a.markRemoved();
    assertThat(t1.lock(control)).isFalse();
    assertThat(t2.validate(control)).isFalse();
  }

  @Test
  void aCheckpointHearsOfWhatIsLockedAndNotApplied() {
    t1.act(control, a, "deposit", 1);
    assertThat(control.unapplied(a, claim -> {})).isEqualTo(a.nextPosition());
    t1.lock(control);
    assertThat(control.unapplied(a, claim -> {})).isZero();
    t1.commit(control, 1);
    assertThat(control.unapplied(a, claim -> {})).isEqualTo(1);
  }

  @Test
  void whatABranchHeldIsReinstated() {
    t1.status(Status.PREPARED);
    Work deposit = new Work.Act(Account.call(a.id(), "deposit", 5));
    Claim claim = control.reinstate(t1, a, deposit, t1, 7, 7);
    Claim look = control.reinstate(t1, b, new Work.Observe(BALANCE), t1, -1, -1);
    assertThat(a.nextPosition()).isEqualTo(8);
    assertThat(t2.act(control, a, "deposit", 1).accepted()).isFalse();
    assertThatThrownBy(() -> control.reinstate(t2, a, deposit, t2, 8, 8))
        .isInstanceOf(IllegalStateException.class);
    control.commit(claim, 9);
    control.commit(look, 9);
    assertThat(balance(a.state())).isEqualTo(105);
    assertThatThrownBy(() -> control.commit(claim, 9)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aTransactionSeesAnActorAsItWasBeforeItsOwnAction() {
    t1.act(control, a, "deposit", 5);
    assertThat(t1.observe(control, a, BALANCE).accept().result()).isEqualTo(100L);
    assertThat(fastens(t1)).as("its own lock is in nobody's way").isTrue();
  }

  @Test
  void randomTransactionsAreSerialInTheOrderOfTheirValidationsAndNeverDeadlock() {
    int committed = 0;
    for (int seed = 0; seed < 1000; seed++) {
      RandomSchedule schedule =
          new RandomSchedule(new Optimistic(Effects.UNHEARD), new Random(seed), 2 + seed % 2, true);
      schedule.run(12);
      new SerialCheck(schedule).inCommitOrder("seed " + seed);
      assertThat(schedule.victims()).as("seed %d", seed).isZero();
      assertThat(schedule.cells()).allMatch(cell -> cell.control() == null);
      committed += schedule.committed().size();
    }
    assertThat(committed).isGreaterThan(2000);
  }

  @Test
  void aConflictSaysWhomItMet() {
    t1.act(control, a, "deposit", 1);
    t2.act(control, a, "deposit", 1);
    t1.lock(control);
    assertThat(control.lock(t2.claims.getFirst()))
        .isEqualTo(new Verdict.Conflict(t1.id(), "is about to change it"));
  }
}
