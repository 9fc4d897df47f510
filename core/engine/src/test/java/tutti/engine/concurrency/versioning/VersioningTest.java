package tutti.engine.concurrency.versioning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Verdict.Conflict.Cause;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/** The places at one or two actors: turns, early release, settling, cascades. */
class VersioningTest {
  private static final Observation BALANCE = new Observation.OfField(Account.BALANCE);
  private static final Work.Begin ONCE = new Work.Begin(1, 1, false, false);
  private static final Work.Begin TWICE = new Work.Begin(2, 1, false, false);
  private static final Work.Begin LOOK = new Work.Begin(1, 0, false, false);
  private static final Work.Settle SETTLE = new Work.Settle();

  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));
  private final Cell b = new Cell(Account.id("B"), Account.TYPE, Account.opened(100));
  private final Owner t1 = new Owner(1);
  private final Owner t2 = new Owner(2);
  private final Owner t3 = new Owner(3);
  private Versioning control = control(Discipline.VERSIONING, 64);

  private static Versioning control(Discipline discipline, int maxSpeculative) {
    return new Versioning(Effects.UNHEARD, discipline, maxSpeculative);
  }

  private void begin(Cell cell, Work.Begin bounds, Owner... owners) {
    for (Owner owner : owners) {
      assertThat(owner.ask(control, cell, bounds).accepted()).isTrue();
    }
  }

  private static long balance(Cell cell) {
    return Account.balance(cell.state());
  }

  @Test
  void anActorIsHandedOnAtTheLastUseAndNotBefore() {
    begin(a, TWICE, t1, t2);
    assertThat(t1.observe(control, a, BALANCE).accepted()).isTrue();
    Ask second = t2.act(control, a, "withdraw", 30);
    assertThat(second.delayed()).as("one use of the first is left").isTrue();
    t1.act(control, a, "withdraw", 50);
    assertThat(second.accepted()).as("after its last use").isTrue();
    assertThat(balance(a)).as("the cell keeps decided state").isEqualTo(100);
    t1.ask(control, a, SETTLE);
    t1.commit(control, 1);
    t2.ask(control, a, SETTLE);
    t2.commit(control, 2);
    assertThat(balance(a)).isEqualTo(20);
    assertThat(a.version()).isEqualTo(2);
    assertThat(a.control()).isNull();
  }

  @Test
  void aTransactionSettlesWhenAllBeforeItHaveEnded() {
    begin(a, ONCE, t1, t2, t3);
    t1.act(control, a, "deposit", 1);
    t2.act(control, a, "deposit", 2);
    t3.act(control, a, "deposit", 4);
    Ask third = t3.ask(control, a, SETTLE);
    Ask second = t2.ask(control, a, SETTLE);
    assertThat(t1.ask(control, a, SETTLE).accepted()).isTrue();
    assertThat(second.delayed()).isTrue();
    t1.commit(control, 7);
    assertThat(second.accepted()).isTrue();
    assertThat(third.delayed()).isTrue();
    assertThat(second.accept().claim().observedLsn()).as("its answer waits for it").isEqualTo(7);
    t2.commit(control, 8);
    t3.commit(control, 9);
    assertThat(balance(a)).isEqualTo(107);
  }

  @Test
  void aRollbackEndsAllThatHaveUsedTheActorAfterItAndNoOthers() {
    Owner t4 = new Owner(4);
    begin(a, ONCE, t1, t2, t3, t4);
    t1.act(control, a, "deposit", 1);
    t2.act(control, a, "deposit", 2);
    t3.act(control, a, "deposit", 4);
    Ask waiting = t3.ask(control, a, SETTLE);
    t1.abort(control);
    assertThat(t2.wounded()).isTrue();
    assertThat(t3.wounded()).isTrue();
    assertThat(t4.wounded()).as("it has not used the actor").isFalse();
    assertThat(((Verdict.Conflict) waiting.verdict()).cause()).isEqualTo(Cause.CASCADE);
    Ask settles = t2.ask(control, a, SETTLE);
    assertThat(settles.verdict()).isInstanceOf(Verdict.Conflict.class);
    Ask later = t4.act(control, a, "deposit", 8);
    assertThat(later.delayed()).as("those before it are to be rolled back").isTrue();
    t3.abort(control);
    t2.abort(control);
    assertThat(later.accepted()).isTrue();
    t4.ask(control, a, SETTLE);
    t4.commit(control, 1);
    assertThat(balance(a)).isEqualTo(108);
    assertThat(a.control()).isNull();
  }

  @Test
  void aRollbackOfALookEndsNobody() {
    begin(a, ONCE, t1, t2);
    t1.observe(control, a, BALANCE);
    t2.act(control, a, "deposit", 2);
    t1.abort(control);
    assertThat(t2.wounded()).isFalse();
    assertThat(t2.ask(control, a, SETTLE).accepted()).isTrue();
  }

  @Test
  void aRefusalOnUndecidedStateIsHeldUntilItIsDecided() {
    begin(a, ONCE, t1, t2, t3);
    t1.act(control, a, "withdraw", 90);
    Ask poor = t2.act(control, a, "withdraw", 50);
    assertThat(poor.delayed()).isTrue();
    t1.abort(control);
    assertThat(poor.accepted()).as("evaluated again").isTrue();
    Ask poorer = t3.act(control, a, "withdraw", 60);
    assertThat(poorer.delayed()).isTrue();
    t2.ask(control, a, SETTLE);
    t2.commit(control, 5);
    assertThat(poorer.rejected()).isTrue();
    assertThat(poorer.reject().lsn()).isEqualTo(5);
  }

  @Test
  void onlyOneBeginsAtATimeWhereItIsHeld() {
    Work.Begin held = new Work.Begin(1, 1, false, true);
    begin(a, held, t1);
    Ask second = t2.ask(control, a, ONCE);
    assertThat(second.delayed()).isTrue();
    begin(b, ONCE, t1);
    control.begun(t1.claims.getFirst());
    assertThat(second.accepted()).isTrue();
    assertThat(t2.act(control, a, "deposit", 1).delayed()).as("the first goes first").isTrue();
  }

  @Test
  void readersBeginTogetherWhereReadsAreSharedAndAWriterWaitsForAll() {
    control = control(Discipline.VERSIONING_RW, 64);
    Work.Begin look = new Work.Begin(1, 0, false, true);
    Owner t4 = new Owner(4);
    begin(a, look, t1, t2);
    Ask writer = t3.ask(control, a, ONCE);
    Ask reader = t4.ask(control, a, look);
    control.begun(t1.claims.getFirst());
    assertThat(writer.delayed()).as("the other reader is beginning still").isTrue();
    assertThat(reader.delayed()).as("first come, first served").isTrue();
    t2.abort(control);
    assertThat(writer.accepted()).isTrue();
    assertThat(reader.accepted()).as("behind the writer, which has begun").isTrue();
    assertThat(t1.observe(control, a, BALANCE).accepted()).isTrue();
  }

  @Test
  void readersBeginOneAfterTheOtherWhereReadsAreNotShared() {
    begin(a, new Work.Begin(1, 0, false, true), t1);
    assertThat(t2.ask(control, a, LOOK).delayed()).isTrue();
  }

  @Test
  void theEndOfABeginnerLetsOthersBegin() {
    begin(a, new Work.Begin(1, 1, false, true), t1);
    Ask second = t2.ask(control, a, ONCE);
    t1.abort(control);
    assertThat(second.accepted()).isTrue();
  }

  @Test
  void anActorThatWasNotNamedIsUsedIfItIsFreeAndElseTheTransactionBeginsAnew() {
    begin(a, ONCE, t1);
    assertThat(t1.act(control, b, "deposit", 1).accepted()).isTrue();
    Verdict met = t2.act(control, a, "deposit", 1).verdict();
    assertThat(((Verdict.Conflict) met).cause()).isEqualTo(Cause.MOVED_KEY);
    control.release(t1.claims.getLast());
    begin(b, ONCE, t2);
    assertThat(t2.act(control, b, "deposit", 1).accepted()).isTrue();
    t1.commit(control, 1);
    t2.commit(control, 2);
    assertThat(balance(b)).isEqualTo(102);
  }

  @Test
  void aBoundThatDoesNotHoldIsToldOrTriedAgain() {
    begin(a, TWICE, t1);
    t1.act(control, a, "deposit", 1);
    Verdict.Conflict more = (Verdict.Conflict) t1.act(control, a, "deposit", 1).verdict();
    assertThat(more.cause()).isEqualTo(Cause.SUPREMUM);
    assertThat(more.how()).contains("is written more often than announced: at most once");
    begin(b, new Work.Begin(1, 1, true, false), t2);
    t2.observe(control, b, BALANCE);
    assertThat(t2.act(control, b, "deposit", 1).reject().refusal().code())
        .isEqualTo("supremum-exceeded");
  }

  @Test
  void noMoreThanSoManyUndecidedOnesAreBeforeAUse() {
    control = control(Discipline.VERSIONING, 1);
    begin(a, ONCE, t1, t2, t3);
    t1.act(control, a, "deposit", 1);
    assertThat(t2.act(control, a, "deposit", 1).accepted()).isTrue();
    Ask third = t3.act(control, a, "deposit", 1);
    assertThat(third.delayed()).isTrue();
    t1.ask(control, a, SETTLE);
    t1.commit(control, 1);
    assertThat(third.accepted()).isTrue();
  }

  @Test
  void aClientsReadSeesDecidedStateAndWaitsForThePreparedOne() {
    begin(a, ONCE, t1);
    t1.act(control, a, "deposit", 1);
    assertThat(Account.balance(t2.read(control, a).seen().state())).isEqualTo(100);
    t1.ask(control, a, SETTLE);
    t1.status(Status.PREPARED);
    Ask read = t2.read(control, a);
    assertThat(read.delayed()).isTrue();
    t1.commit(control, 1);
    assertThat(Account.balance(read.seen().state())).isEqualTo(101);
  }

  @Test
  void aWriterPassesTheUseOfAReaderButNotItsSettling() {
    control = control(Discipline.VERSIONING_RW, 64);
    begin(a, LOOK, t1);
    begin(a, ONCE, t2);
    Ask write = t2.act(control, a, "deposit", 5);
    assertThat(write.accepted()).isTrue();
    Ask look = t1.observe(control, a, BALANCE);
    assertThat(look.accept().result()).as("at its own place").isEqualTo(100L);
    Ask settles = t2.ask(control, a, SETTLE);
    assertThat(settles.delayed()).isTrue();
    assertThat(t1.ask(control, a, SETTLE).accepted()).isTrue();
    t1.abort(control);
    assertThat(settles.accepted()).isTrue();
  }

  @Test
  void readersBehindAReaderSettleBeforeIt() {
    control = control(Discipline.VERSIONING_RW, 64);
    begin(a, LOOK, t1, t2);
    assertThat(t2.observe(control, a, BALANCE).accepted()).isTrue();
    assertThat(t2.ask(control, a, SETTLE).accepted()).isTrue();
    t2.abort(control);
    t1.abort(control);
    assertThat(a.control()).isNull();
  }

  @Test
  void anExclusiveLockIsWaitedForAtTheStart() {
    control = control(Discipline.EXCLUSIVE_LOCKS, 64);
    begin(a, ONCE, t1);
    Ask second = t2.ask(control, a, LOOK);
    t1.act(control, a, "deposit", 1);
    assertThat(second.delayed()).as("held to the end").isTrue();
    t1.commit(control, 1);
    assertThat(second.accepted()).isTrue();
    assertThat(t2.observe(control, a, BALANCE).accept().result()).isEqualTo(101L);
  }

  @Test
  void readLocksAreShared() {
    control = control(Discipline.READ_WRITE_LOCKS, 64);
    begin(a, LOOK, t1, t2);
    Ask writer = t3.ask(control, a, ONCE);
    Ask reader = new Owner(4).ask(control, a, LOOK);
    t1.abort(control);
    assertThat(writer.delayed()).isTrue();
    t2.abort(control);
    assertThat(writer.accepted()).isTrue();
    assertThat(reader.delayed()).as("first come, first served").isTrue();
  }

  @Test
  void aWithdrawnBeginningLeavesNothing() {
    control = control(Discipline.EXCLUSIVE_LOCKS, 64);
    begin(a, ONCE, t1);
    Ask second = t2.ask(control, a, ONCE);
    Ask third = t3.ask(control, a, ONCE);
    assertThat(control.withdraw(second)).isTrue();
    t1.abort(control);
    assertThat(third.accepted()).isTrue();
    t3.abort(control);
    assertThat(a.control()).isNull();
  }

  /** A branch may be ended by another executor while its question is on the way to the actor. */
  @Test
  void whatWaitsAtAPlaceOrComesLaterEndsWithIt() {
    begin(a, ONCE, t1, t2);
    Ask settles = t2.ask(control, a, SETTLE);
    assertThat(settles.delayed()).isTrue();
    t2.abort(control);
    assertThat(settles.verdict()).isInstanceOf(Verdict.Conflict.class);
    assertThat(t2.ask(control, a, SETTLE).verdict()).isInstanceOf(Verdict.Conflict.class);
    t1.abort(control);
    assertThat(a.control()).isNull();
  }

  @Test
  void aTransactionOfBeforeACrashIsBeforeAllOthers() {
    t1.status(Status.PREPARED);
    Claim put =
        control.reinstate(t1, a, new Work.Act(Account.call(a.id(), "withdraw", 90)), t1, 3, 3);
    assertThat(a.nextPosition()).isEqualTo(4);
    begin(a, ONCE, t2);
    Ask after = t2.act(control, a, "withdraw", 50);
    assertThat(after.delayed()).as("refused, if the other one commits").isTrue();
    control.abort(put);
    assertThat(after.accepted()).isTrue();
  }
}
