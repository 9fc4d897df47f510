package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.engine.concurrency.Account.BALANCE;
import static tutti.engine.concurrency.Account.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Observation;
import tutti.model.testing.Effort;

/** The contract of every concurrency control, whatever else it allows. */
public abstract class ConcurrencyControlContract {
  private static final Observation BALANCE_OF = new Observation.OfField(BALANCE);

  protected abstract ConcurrencyControl make(Effects effects);

  private final List<Long> versions = new ArrayList<>();
  protected ConcurrencyControl control;
  protected final Cell a = cell("A", 100);
  protected final Owner t1 = new Owner(1);
  protected final Owner t2 = new Owner(2);
  protected final Owner t3 = new Owner(3);

  @BeforeEach
  void begin() {
    control = make((claim, version) -> versions.add(version));
  }

  protected static Cell cell(String key, long balance) {
    return new Cell(Account.id(key), Account.TYPE, Account.opened(balance));
  }

  @Test
  void anActionAloneIsAcceptedAtOnceAndTakesEffectAtItsCommit() {
    Ask ask = t1.act(control, a, "withdraw", 30);
    assertThat(ask.accepted()).isTrue();
    assertThat(balance(a.state())).isEqualTo(100);
    t1.commit(control, 7);
    assertThat(balance(a.state())).isEqualTo(70);
    assertThat(a.lastLsn()).isEqualTo(7);
    assertThat(versions).containsExactly(1L);
    assertIdle(a);
  }

  @Test
  void anAbortLeavesNothing() {
    t1.act(control, a, "withdraw", 30);
    t1.abort(control);
    assertThat(balance(a.state())).isEqualTo(100);
    assertThat(a.version()).isZero();
    assertThat(versions).isEmpty();
    assertIdle(a);
  }

  @Test
  void aRefusalHoldsNothingAndTellsTheLogPositionItSaw() {
    t1.act(control, a, "withdraw", 90);
    t1.commit(control, 9);
    Ask ask = t2.act(control, a, "withdraw", 30);
    assertThat(ask.reject().refusal().code()).isEqualTo("balance");
    assertThat(ask.reject().lsn()).isEqualTo(9);
    assertIdle(a);
  }

  @Test
  void anAcceptanceTellsTheLogPositionItSaw() {
    t1.act(control, a, "withdraw", 90);
    t1.commit(control, 9);
    assertThat(t2.act(control, a, "withdraw", 10).accept().claim().observedLsn()).isEqualTo(9);
  }

  @Test
  void whatDependsOnAnUndecidedActionWaitsForItsCommit() {
    t1.act(control, a, "withdraw", 80);
    Ask second = t2.act(control, a, "withdraw", 50);
    assertThat(second.delayed()).isTrue();
    t1.commit(control, 5);
    assertThat(second.rejected()).isTrue();
    assertThat(second.reject().lsn()).isEqualTo(5);
    assertIdle(a);
  }

  @Test
  void whatDependsOnAnUndecidedActionWaitsForItsAbort() {
    t1.act(control, a, "withdraw", 80);
    Ask second = t2.act(control, a, "withdraw", 50);
    t1.abort(control);
    assertThat(second.accepted()).isTrue();
    t2.commit(control, 6);
    assertThat(balance(a.state())).isEqualTo(50);
    assertIdle(a);
  }

  @Test
  void dependentActionsAreServedInOrderOfArrival() {
    t1.act(control, a, "replace", 1);
    Ask second = t2.act(control, a, "replace", 2);
    Ask third = t3.act(control, a, "replace", 3);
    assertThat(second.delayed() && third.delayed()).isTrue();
    t1.commit(control, 1);
    assertThat(second.accepted()).isTrue();
    assertThat(third.delayed()).isTrue();
    t2.commit(control, 2);
    assertThat(third.accepted()).isTrue();
    t3.commit(control, 3);
    assertThat(balance(a.state())).isEqualTo(3);
    assertThat(versions).containsExactly(1L, 2L, 3L);
    assertIdle(a);
  }

  @Test
  void aWithdrawnRequestIsNeverAnswered() {
    t1.act(control, a, "replace", 1);
    Ask second = t2.act(control, a, "replace", 2);
    Ask third = t3.act(control, a, "replace", 3);
    assertThat(control.withdraw(second)).isTrue();
    assertThat(control.withdraw(second)).isFalse();
    t1.commit(control, 1);
    assertThat(second.delayed()).isTrue();
    assertThat(third.accepted()).isTrue();
    assertThat(control.withdraw(third)).isFalse();
    t3.abort(control);
    assertIdle(a);
  }

  @Test
  void aClaimEndsOnce() {
    Claim claim = t1.act(control, a, "deposit", 1).accept().claim();
    control.commit(claim, 1);
    assertThatThrownBy(() -> control.commit(claim, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> control.abort(claim)).isInstanceOf(IllegalStateException.class);
    assertThat(balance(a.state())).isEqualTo(101);
    assertIdle(a);
  }

  @Test
  void aReadSeesTheStateBeforeAnUndecidedAction() {
    t1.act(control, a, "deposit", 1);
    Verdict.CurrentState seen = t2.read(control, a).seen();
    assertThat(balance(seen.state())).isEqualTo(100);
    assertThat(seen.version()).isZero();
    t1.commit(control, 3);
    Verdict.CurrentState after = t2.read(control, a).seen();
    assertThat(balance(after.state())).isEqualTo(101);
    assertThat(after.version()).isEqualTo(1);
    assertThat(after.lsn()).isEqualTo(3);
    assertIdle(a);
  }

  @Test
  void aReadWaitsForADecidedEffectThatIsNotAppliedYet() {
    for (Status decided : List.of(Status.COMMITTED, Status.PREPARED)) {
      Cell cell = cell("C", 100);
      Owner owner = new Owner(9);
      owner.act(control, cell, "deposit", 1);
      owner.status(decided);
      Ask read = t2.read(control, cell);
      assertThat(read.delayed()).isTrue();
      owner.commit(control, 3);
      assertThat(balance(read.seen().state())).isEqualTo(101);
      assertIdle(cell);
    }
  }

  @Test
  void aReadMaySeeTheStateBetweenTwoActions() {
    t1.act(control, a, "replace", 1);
    t1.status(Status.PREPARED);
    Ask next = t2.act(control, a, "replace", 2);
    Ask read = t3.read(control, a);
    t1.commit(control, 1);
    assertThat(next.accepted()).isTrue();
    assertThat(balance(read.seen().state())).isEqualTo(1);
  }

  @Test
  void anObservationStaysTrueUntilItsTransactionEnds() {
    assertThat(t1.observe(control, a, BALANCE_OF).accept().result()).isEqualTo(100L);
    assertThat(t3.observe(control, a, BALANCE_OF).accept().result()).isEqualTo(100L);
    Ask deposit = t2.act(control, a, "deposit", 1);
    assertThat(deposit.delayed()).isTrue();
    t1.commit(control, 1);
    assertThat(deposit.delayed()).isTrue();
    t3.abort(control);
    assertThat(deposit.accepted()).isTrue();
    t2.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(101);
    assertIdle(a);
  }

  @Test
  void anObservationWaitsForAnUndecidedActionThatWouldChangeIt() {
    t1.act(control, a, "deposit", 5);
    Ask look = t2.observe(control, a, BALANCE_OF);
    assertThat(look.delayed()).isTrue();
    t1.commit(control, 4);
    assertThat(look.accept().result()).isEqualTo(105L);
    assertThat(look.accept().claim().observedLsn()).isEqualTo(4);
    assertThat(look.accept().claim().call()).isNull();
    assertThat(look.accept().claim().position()).isEqualTo(-1);
    t2.commit(control, 5);
    assertIdle(a);
  }

  @Test
  void aTransactionSeesAnActorAsItWasBeforeItsOwnAction() {
    t1.act(control, a, "deposit", 5);
    assertThat(t1.observe(control, a, BALANCE_OF).accept().result()).isEqualTo(100L);
    t1.commit(control, 1);
    assertThat(balance(a.state())).isEqualTo(105);
    assertIdle(a);
  }

  @Test
  void whoObservesAloneMayActBeforeThoseWhoWait() {
    t1.observe(control, a, BALANCE_OF);
    Ask waiting = t2.act(control, a, "replace", 2);
    assertThat(waiting.delayed()).isTrue();
    assertThat(t1.act(control, a, "replace", 1).accepted()).isTrue();
    t1.commit(control, 1);
    assertThat(waiting.accepted()).isTrue();
    t2.commit(control, 2);
    assertIdle(a);
  }

  @Test
  void twoWhoObserveAndThenActWaitForEachOther() {
    t1.observe(control, a, BALANCE_OF);
    t2.observe(control, a, BALANCE_OF);
    Ask first = t1.act(control, a, "replace", 1);
    Ask second = t2.act(control, a, "replace", 2);
    assertThat(blockers(first)).contains(t2);
    assertThat(blockers(second)).contains(t1);
    assertThat(control.withdraw(second)).isTrue();
    t2.abort(control);
    assertThat(first.accepted()).isTrue();
    t1.commit(control, 1);
    assertIdle(a);
  }

  @Test
  void tellsWhomADelayedRequestWaitsFor() {
    t1.act(control, a, "replace", 1);
    Ask second = t2.act(control, a, "replace", 2);
    assertThat(blockers(second)).containsExactly(t1);
    t1.commit(control, 1);
    assertThat(blockers(second)).isEmpty();
    t2.commit(control, 2);
    assertIdle(a);
  }

  @Test
  void anActionThatIsRefusedIsForbiddenUntilTheEnd() {
    Ask forbid = t1.forbid(control, a, "withdraw", 150);
    assertThat(forbid.accept().result()).isEqualTo(true);
    Ask deposit = t2.act(control, a, "deposit", 60);
    assertThat(deposit.delayed()).isTrue();
    assertThat(blockers(deposit)).containsExactly(t1);
    t1.commit(control, 1);
    assertThat(deposit.accepted()).isTrue();
    t2.commit(control, 2);
    assertIdle(a);
  }

  @Test
  void anActionThatIsPossibleIsNotForbiddenAndItsPartnersAreTold() {
    Ask forbid = t1.forbid(control, a, "pay", 50, Account.id("B"));
    assertThat(forbid.accept().result()).isEqualTo(false);
    assertThat(forbid.accept().partners())
        .containsExactly(Account.call(Account.id("B"), "deposit", 50));
    t1.abort(control);
    assertIdle(a);
  }

  @Test
  void thePartnersOfAnActionAreTold() {
    Ask pay = t1.act(control, a, "pay", 50, Account.id("B"));
    assertThat(pay.accept().partners())
        .containsExactly(Account.call(Account.id("B"), "deposit", 50));
    assertThat(t1.act(control, cell("C", 7), "peek").accept().result()).isEqualTo(7L);
  }

  @Test
  void asksForWhatAnEvaluationNeedsToSeeAndKeepsNothing() {
    Ask ask = t1.act(control, a, "paySeeing", 10, Account.id("B"));
    assertThat(ask.verdict()).isEqualTo(new Verdict.NeedsObservation(Account.id("B"), BALANCE_OF));
    assertIdle(a);
    t1.saw(Account.id("B"), BALANCE_OF, 10L);
    assertThat(t1.act(control, a, "paySeeing", 10, Account.id("B")).accepted()).isTrue();
    t1.commit(control, 1);
    assertThat(balance(a.state())).isEqualTo(90);
  }

  @Test
  void aDelayedRequestMayStillNeedAnObservation() {
    t1.act(control, a, "replace", 50);
    Ask route = t2.act(control, a, "replace", 60);
    Ask seeing = t3.act(control, a, "paySeeing", 10, Account.id("B"));
    assertThat(route.delayed()).isTrue();
    t1.commit(control, 1);
    t2.commit(control, 2);
    assertThat(seeing.letter()).isEqualTo('N');
    assertIdle(a);
  }

  @Test
  void aFaultyActionIsRefusedAndHurtsNobodyElse() {
    t1.act(control, a, "replace", 5);
    Ask faulty = t2.act(control, a, "faulty", 5);
    Ask next = t3.act(control, a, "replace", 6);
    t1.commit(control, 1);
    assertThat(faulty.reject().refusal().code()).isEqualTo("internal-error");
    assertThat(next.accepted()).isTrue();
    t3.commit(control, 2);
    assertIdle(a);
  }

  @Test
  void positionsTellACheckpointWhatIsApplied() {
    assertThat(unapplied(a)).isEqualTo(a.nextPosition());
    Claim first = t1.act(control, a, "deposit", 1).accept().claim();
    assertThat(first.position()).isZero();
    assertThat(first.low()).isZero();
    assertThat(unapplied(a)).isZero();
    t1.commit(control, 1);
    assertThat(unapplied(a)).isEqualTo(1);
    Claim second = t2.act(control, a, "deposit", 1).accept().claim();
    assertThat(second.position()).isEqualTo(1);
    assertThat(second.low()).isEqualTo(1);
    t2.observe(control, a, BALANCE_OF);
    assertThat(unapplied(a)).isEqualTo(1);
    t2.abort(control);
    assertThat(unapplied(a)).isEqualTo(2);
  }

  @Test
  void aReinstatedActionHoldsItsActorAndItsPositionAsBefore() {
    a.restore(opened(100), 4, 6);
    Claim claim = reinstate(t1, a, act(a, "replace", 1), 9, 8);
    assertThat(claim.work()).isEqualTo(act(a, "replace", 1));
    assertThat(claim.position()).isEqualTo(9);
    assertThat(claim.low()).isEqualTo(8);
    assertThat(a.nextPosition()).isEqualTo(10);
    assertThat(unapplied(a)).isEqualTo(9);
    Ask waiting = t2.act(control, a, "replace", 2);
    assertThat(waiting.delayed()).isTrue();
    assertThat(blockers(waiting)).containsExactly(t1);
    Ask read = t3.read(control, a);
    assertThat(read.delayed()).as("it may have been decided elsewhere").isTrue();
    t1.commit(control, 3);
    assertThat(a.version()).isEqualTo(5);
    assertThat(versions).containsExactly(5L);
    assertThat(balance(read.seen().state())).isEqualTo(1);
    assertThat(waiting.accept().claim().position()).isEqualTo(10);
    t2.abort(control);
    assertIdle(a);
  }

  @Test
  void aReinstatedActionThatAbortsLeavesNothing() {
    reinstate(t1, a, act(a, "withdraw", 30), 2, 2);
    t1.abort(control);
    assertThat(balance(a.state())).isEqualTo(100);
    assertIdle(a);
  }

  @Test
  void reinstatedLooksBindOthersUntilTheyEnd() {
    reinstate(t1, a, new Work.Observe(BALANCE_OF), -1, -1);
    Claim forbid = reinstate(t2, a, new Work.Forbid(Account.call(a.id(), "withdraw", 150)), -1, -1);
    assertThat(forbid.call()).isNull();
    assertThat(t3.observe(control, a, BALANCE_OF).accept().result()).isEqualTo(100L);
    t3.abort(control);
    t3.status(Status.ACTIVE);
    Ask deposit = t3.act(control, a, "deposit", 60);
    assertThat(deposit.delayed()).isTrue();
    assertThat(blockers(deposit)).contains(t1, t2);
    t1.commit(control, 1);
    assertThat(deposit.delayed()).isTrue();
    t2.abort(control);
    assertThat(deposit.accepted()).isTrue();
    t3.commit(control, 2);
    assertIdle(a);
  }

  @Test
  void whatATransactionSawOfOthersIsReinstatedWithItsAction() {
    t1.saw(Account.id("B"), BALANCE_OF, 10L);
    reinstate(t1, a, act(a, "paySeeing", 10, Account.id("B")), 0, 0);
    t1.commit(control, 1);
    assertThat(balance(a.state())).isEqualTo(90);
    assertIdle(a);
  }

  @Test
  void aReinstatedLookLeavesItsOwnersActionOut() {
    reinstate(t1, a, act(a, "deposit", 5), 0, 0);
    reinstate(t1, a, new Work.Observe(BALANCE_OF), -1, -1);
    Ask other = t2.act(control, a, "deposit", 7);
    assertThat(other.delayed()).isTrue();
    t1.commit(control, 1);
    assertThat(other.accepted()).isTrue();
    t2.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(112);
    assertIdle(a);
  }

  @Test
  void whatWasNeverHeldIsNotReinstated() {
    assertThatThrownBy(() -> reinstate(t1, a, act(a, "withdraw", 101), 0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("withdraw");
    assertThatThrownBy(
            () -> reinstate(t1, cell("C", 1), act(a, "paySeeing", 1, Account.id("B")), 0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("paySeeing");
    assertThatThrownBy(() -> reinstate(t1, cell("D", 1), new Work.Read(), -1, -1))
        .isInstanceOf(IllegalStateException.class);
  }

  private static Work act(Cell cell, String action, Object... arguments) {
    return new Work.Act(Account.call(cell.id(), action, arguments));
  }

  private Claim reinstate(Owner owner, Cell cell, Work work, long position, long low) {
    owner.status(Status.PREPARED);
    Claim claim = control.reinstate(owner, cell, work, owner, position, low);
    owner.claims.add(claim);
    return claim;
  }

  /** Random transactions of up to three requests; deadlocks are broken as they come. */
  @Test
  void everyDelayedRequestIsAnsweredOnceAllBeforeItIsDecidedAndIdleActorsKeepNothing() {
    Effort.seeds(
        300,
        seed -> {
          RandomSchedule schedule = new RandomSchedule(control, new Random(seed), 3, true);
          schedule.run(40);
          schedule.cells().forEach(ConcurrencyControlContract::assertIdle);
          assertThat(schedule.replayed()).isEqualTo(schedule.states());
        });
  }

  @Test
  void whatIsReinstatedIsAsIfThereHadBeenNoCrash() {
    CrashSchedule.Met met = new CrashSchedule.Met();
    int some = Effort.of(100);
    Effort.seeds(
        1000,
        () -> met.acts > some && met.looks > some && met.delayed > some && met.accepted > 0,
        seed -> new CrashSchedule(this::make, seed).run(met));
  }

  protected long unapplied(Cell cell) {
    cell.lock();
    try {
      return control.unapplied(cell, claim -> {});
    } finally {
      cell.unlock();
    }
  }

  protected List<Participant> blockers(ActorRequest request) {
    List<Participant> found = new ArrayList<>();
    control.blockers(request, found::add);
    return found;
  }

  protected static void assertIdle(Cell cell) {
    assertThat(cell.control()).as("control of %s", cell.id()).isNull();
  }

  protected static ActorState opened(long balance) {
    return Account.opened(balance);
  }
}
