package tutti.engine.concurrency.optimistic.tl2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.engine.concurrency.Account.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.RandomSchedule;
import tutti.engine.concurrency.SerialCheck;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Observation;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Relation;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;

/** The paper card's table and invariants, one by one. */
class TransactionalLockingTest {
  private static final Observation BALANCE = new Observation.OfField(Account.BALANCE);
  private final List<Long> versions = new ArrayList<>();
  private final TransactionalLocking control = control((claim, version) -> versions.add(version));
  private final Cell a = cell("A");
  private final Cell b = cell("B");
  private final Owner t1 = new Owner(1).begins(control);
  private final Owner t2 = new Owner(2).begins(control);

  private static TransactionalLocking control(Effects effects) {
    return new TransactionalLocking(effects, new Timestamps(0, 1, () -> 0));
  }

  private static Cell cell(String key) {
    return new Cell(Account.id(key), Account.TYPE, Account.opened(100));
  }

  private boolean commits(Owner owner, long lsn) {
    boolean may = owner.lock(control) && owner.validate(control);
    if (may) {
      owner.commit(control, lsn);
    } else {
      owner.abort(control);
    }
    return may;
  }

  private static void assertFree(Cell cell) {
    assertThat(cell.isIdle()).isTrue();
    assertThat(((VersionedLock) Objects.requireNonNull(cell.control())).isFree()).isTrue();
  }

  @Test
  void readsLockNothingAndLeaveNothing() {
    assertThat(t1.observe(control, a, BALANCE).accepted()).isTrue();
    assertThat(t2.act(control, a, "withdraw", 80).accepted()).isTrue();
    assertThat(a.control()).isNull();
  }

  /** TL2 §2.1: a version above the read version aborts at once, before anything is validated. */
  @Test
  void anAttemptThatMeetsANewerVersionBeginsAnewBeyondIt() {
    t1.observe(control, a, BALANCE);
    t2.act(control, a, "deposit", 1);
    t2.act(control, b, "deposit", 1);
    assertThat(commits(t2, 1)).isTrue();
    Verdict.Conflict met = (Verdict.Conflict) t1.observe(control, b, BALANCE).verdict();
    assertThat(met.notBefore()).isEqualTo(TransactionalLocking.version(b)).isGreaterThan(t1.age());
    Owner again = new Owner(3).begins(control);
    assertThat(again.observe(control, b, BALANCE).accept().result()).isEqualTo(101L);
  }

  /** I7: versions that are drawn after the locks are newer than all that was seen before them. */
  @Test
  void bothActorsOfAWriterHaveItsVersionAndItIsNewerThanEveryEarlierAttempt() {
    t1.act(control, a, "deposit", 1);
    t1.act(control, b, "deposit", 1);
    assertThat(commits(t1, 1)).isTrue();
    assertThat(TransactionalLocking.version(a))
        .isEqualTo(TransactionalLocking.version(b))
        .isGreaterThan(t2.age());
  }

  @Test
  void whoeverMeetsALockBeginsAnew() {
    t1.act(control, a, "withdraw", 80);
    assertThat(t1.lock(control)).isTrue();
    Verdict met = t2.act(control, a, "withdraw", 50).verdict();
    assertThat(met).isEqualTo(new Verdict.Conflict(t1.id(), "is about to change it"));
    assertThat(t2.observe(control, a, BALANCE).letter()).isEqualTo('C');
    t1.abort(control);
    assertThat(t2.act(control, a, "withdraw", 50).accepted()).as("nothing has changed").isTrue();
  }

  @Test
  void theFirstToLockCommitsAndTheOtherOneMeetsAConflict() {
    t1.act(control, a, "withdraw", 80);
    t2.act(control, a, "withdraw", 80);
    assertThat(t1.lock(control) && t1.validate(control)).isTrue();
    assertThat(t2.lock(control)).as("locked by the first").isFalse();
    t1.commit(control, 4);
    assertThat(balance(a.state())).isEqualTo(20);
    assertThat(t2.lock(control)).isTrue();
    assertThat(t2.validate(control)).as("it saw another balance").isFalse();
    t2.abort(control);
    assertFree(a);
    assertThat(versions).containsExactly(1L);
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
  void aBranchLocksWhenAllHasExecutedAndOnlyReadsWaitForIt() {
    Owner branch = t1.ofAnotherNode();
    Claim claim = branch.act(control, a, "deposit", 1).accept().claim();
    assertThat(claim.position()).as("not locked").isNegative();
    assertThat(control.locksLast()).isTrue();
    assertThat(branch.lock(control)).isTrue();
    assertThat(claim.position()).isZero();
    assertThat(branch.observe(control, a, BALANCE).accepted()).as("its own lock").isTrue();
    assertThat(t2.act(control, a, "deposit", 1).letter()).isEqualTo('C');
    assertThat(t2.read(control, a).letter()).as("it may still abort").isEqualTo('S');
    branch.status(Status.PREPARED);
    Ask read = t2.read(control, a);
    assertThat(read.delayed()).isTrue();
    List<Participant> blockers = new ArrayList<>();
    control.blockers(read, blockers::add);
    assertThat(blockers).containsExactly(branch);
    branch.commit(control, 1);
    assertThat(balance(read.seen().state())).isEqualTo(101);
    assertFree(a);
    assertThat(TransactionalLocking.version(a)).as("of this node's clock").isGreaterThan(t2.age());
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
    assertThat(t2.observe(control, a, BALANCE).letter()).as("it began before").isEqualTo('C');
  }

  @Test
  void randomTransactionsAreSerialInTheOrderOfTheirValidationsAndNeverDeadlock() {
    int committed = 0;
    for (int seed = 0; seed < 1000; seed++) {
      RandomSchedule schedule =
          new RandomSchedule(control(Effects.UNHEARD), new Random(seed), 2 + seed % 2, true);
      schedule.run(12);
      new SerialCheck(schedule).inCommitOrder("seed " + seed);
      assertThat(schedule.victims()).as("seed %d", seed).isZero();
      assertThat(schedule.cells()).allMatch(Cell::isIdle);
      committed += schedule.committed().size();
    }
    assertThat(committed).isGreaterThan(2000);
  }

  // --- rows ---

  /** An actor with one relation. */
  private static final class Shelf extends Actor {
    record Item(long id, long amount) {}

    final Relation<Long, Item> items = relation("items", Item.class, Item::id);

    static final RelationalActorType TYPE =
        Objects.requireNonNull(
            new RelationalApplication(
                    JavaApplication.named("shelves").actor("Shelf", Shelf::new).build(), null)
                .type(Shelf.class));
  }

  private final Cell shelf = new Cell(new ActorId("Shelf", "s"), Shelf.TYPE, Shelf.TYPE.blank("s"));

  private RowStore rows(Owner owner) {
    Claim claim = owner.ask(control, shelf, new Work.Run(true)).accept().claim();
    return Objects.requireNonNull(claim.rows());
  }

  @Test
  void rowsAreReadAtTheVersionOfTheGrant() {
    RowStore early = rows(t1);
    assertThat(early.get(0, 1L)).isNull();
    rows(t2).insert(0, 1L, new Shelf.Item(1, 10));
    assertThat(early.get(0, 1L)).as("not committed").isNull();
    assertThat(commits(t2, 1)).isTrue();
    assertThatThrownBy(() -> early.get(0, 2L)).isInstanceOf(Conflicted.class);
    assertThat(t1.lock(control)).as("user code may have caught it").isFalse();
    Owner later = new Owner(3).begins(control);
    assertThat(rows(later).get(0, 1L)).isEqualTo(new Shelf.Item(1, 10));
  }

  @Test
  void aScanEndsWhenAnotherTransactionLocksTheActor() {
    rows(t1).insert(0, 1L, new Shelf.Item(1, 10));
    assertThat(commits(t1, 1)).isTrue();
    Owner reader = new Owner(3).begins(control);
    Owner writer = new Owner(4).begins(control);
    RowStore seen = rows(reader);
    rows(writer).delete(0, 1L);
    List<Record> shown = new ArrayList<>();
    seen.scan(0, 0, KeyRange.ALL, false, shown::add);
    assertThat(shown).containsExactly(new Shelf.Item(1, 10));
    assertThat(writer.lock(control)).isTrue();
    assertThatThrownBy(() -> seen.scan(0, 0, KeyRange.ALL, false, row -> true))
        .isInstanceOf(Conflicted.class);
    writer.commit(control, 2);
    assertFree(shelf);
  }

  @Test
  void aTransactionGoesOnReadingRowsOfAnActorThatItHasLocked() {
    Owner branch = t1.ofAnotherNode();
    RowStore rows = rows(branch);
    rows.put(0, 1L, new Shelf.Item(1, 10));
    assertThat(branch.lock(control)).isTrue();
    assertThat(rows.get(0, 2L)).isNull();
    rows.put(0, 2L, new Shelf.Item(2, 20));
    assertThat(branch.validate(control)).isTrue();
    branch.commit(control, 1);
    assertThat(rows(new Owner(3).begins(control)).get(0, 2L)).isEqualTo(new Shelf.Item(2, 20));
  }
}
