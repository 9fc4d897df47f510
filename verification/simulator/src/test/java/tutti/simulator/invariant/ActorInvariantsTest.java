package tutti.simulator.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Use.How;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.history.History;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.simulator.check.Sight;
import tutti.simulator.invariant.step.ActorStep;

/** A forbidden step of a concurrency control is reported at that step. */
class ActorInvariantsTest {
  private static final Observation BALANCE = new Observation.OfField(0);
  private final TestBank bank = new TestBank();
  private final List<String> broken = new ArrayList<>();
  private final Inspector inspector =
      new Inspector(
          bank, Sight.Reader.NONE, (node, invariant, what) -> broken.add(invariant.name()));
  private final Owner one = new Owner(1);
  private final Owner two = new Owner(2);
  private final PlantedControl planted = new PlantedControl();
  private final Cell cell =
      new Cell(
          new ActorId("Account", "a"),
          Objects.requireNonNull(bank.type("Account")),
          TestBank.state(TestBank.OPENED, 100));
  private long positions;

  /** One account, guarded by two-phase locking or path-sensitively. */
  private final class Guarded {
    private final WatchedControl control;
    private final History history;
    private final ConcurrencyControlKind kind;

    Guarded(ConcurrencyControlKind kind) {
      this.kind = kind;
      Inspector.Life life =
          inspector.begin(
              0,
              Deployment.DEFAULT.toBuilder()
                  .concurrencyControl(kind)
                  .containers(1)
                  .executors(1)
                  .pathSensitive(new Deployment.PathSensitive(2, true, 64))
                  .build(),
              () -> false);
      control = (WatchedControl) life.control(planted);
      history = life.history(History.NONE);
    }

    /** How an action is held. */
    How how() {
      return kind == ConcurrencyControlKind.PATH_SENSITIVE ? How.IN_PROGRESS : How.ALONE;
    }

    /** After a request with that answer the actor is used so. */
    void request(Owner owner, Work work, Verdict verdict, Use... uses) {
      planted.verdict = verdict;
      planted.uses = List.of(uses);
      control.request(new Granted(owner, cell, work, owner));
    }

    void accepted(Use.Held held, Use... uses) {
      request(
          (Owner) held.owner(),
          held.work(),
          new Verdict.Accept(held.claim(), List.of(), null),
          uses);
    }

    void delayed(Use.Waits waits, Use... uses) {
      planted.verdict = Verdict.Delay.INSTANCE;
      planted.uses = List.of(uses);
      control.request(waits.request());
    }

    void committed(Use.Held held, Use... uses) {
      planted.effect =
          () -> {
            planted.uses = List.of(uses);
            history.wrote(held.owner().id(), cell.id(), cell.version(), ActorStep.call(held));
          };
      ((Owner) held.owner()).status(Status.COMMITTED);
      control.commit(held.claim(), 1);
    }

    void aborted(Use.Held held, Use... uses) {
      planted.uses = List.of(uses);
      ((Owner) held.owner()).status(Status.ABORTED);
      control.abort(held.claim());
    }
  }

  private Guarded locked() {
    return new Guarded(ConcurrencyControlKind.TWO_PHASE_LOCKING);
  }

  private Guarded pathSensitive() {
    return new Guarded(ConcurrencyControlKind.PATH_SENSITIVE);
  }

  private Work act(String action, long amount) {
    return new Work.Act(bank.call("a", action, amount));
  }

  private Use.Held held(Owner owner, How how, Work work) {
    boolean acts = work instanceof Work.Act;
    cell.control(planted);
    return new Use.Held(new PlantedClaim(owner, cell, work, acts ? positions++ : -1), how);
  }

  private Use.Waits waits(Owner owner, Work work) {
    return new Use.Waits(new Granted(owner, cell, work, owner), "");
  }

  private void assertBroken(String... names) {
    assertThat(broken).containsExactly(names);
  }

  @Test
  void allIsWellIfNothingIsWrong() {
    Guarded actor = locked();
    planted.blockers.add(one);
    Use.Held first = held(one, How.ALONE, act("withdraw", 10));
    Use.Waits second = waits(two, act("deposit", 5));
    actor.accepted(first, first);
    actor.delayed(second, first, second);
    actor.committed(first, held(two, How.ALONE, second.work()));
    assertBroken();
  }

  @Test
  void tellsTwoWhoHoldALockAlone() {
    Use.Held first = held(one, How.ALONE, act("withdraw", 10));
    Use.Held second = held(two, How.SHARED, new Work.Observe(BALANCE));
    locked().accepted(first, first, second);
    assertBroken("two-phase-locking.I1");
  }

  @Test
  void tellsTwoWhoWillBothAct() {
    Use.Held first = held(one, How.TO_ACT, new Work.Observe(BALANCE));
    Use.Held second = held(two, How.TO_ACT, new Work.Observe(BALANCE));
    locked().request(one, new Work.Read(), Verdict.Delay.INSTANCE, first, second);
    assertBroken("two-phase-locking.I1");
  }

  @Test
  void tellsAnActionThatItsActorRefuses() {
    Use.Held first = held(one, How.ALONE, act("withdraw", 1000));
    locked().accepted(first, first);
    assertBroken("two-phase-locking.I2");
  }

  @Test
  void tellsALookThatWasToldAnotherValue() {
    Use.Held look = held(one, How.SHARED, new Work.Observe(BALANCE));
    locked().request(one, look.work(), new Verdict.Accept(look.claim(), List.of(), 99L), look);
    assertBroken("two-phase-locking.I2");
  }

  @Test
  void tellsWhoIsServedBeforeSomebodyWhoCameEarlier() {
    Guarded actor = locked();
    planted.blockers.add(one);
    Use.Held first = held(one, How.ALONE, act("withdraw", 10));
    Use.Waits early = waits(two, act("deposit", 5));
    Use.Waits late = waits(new Owner(3), act("deposit", 6));
    actor.accepted(first, first);
    actor.delayed(early, first, early);
    actor.delayed(late, first, early, late);
    actor.committed(first, held((Owner) late.owner(), How.ALONE, late.work()), early);
    assertBroken("two-phase-locking.I3");
  }

  @Test
  void tellsAnEffectWithoutACommit() {
    Guarded actor = locked();
    Use.Held first = held(one, How.ALONE, act("withdraw", 10));
    actor.accepted(first, first);
    cell.apply(cell.state(), 1);
    actor.request(two, new Work.Read(), Verdict.Delay.INSTANCE, first);
    assertBroken("two-phase-locking.I4");
  }

  @Test
  void tellsAReadBesideOneWhoMayHaveCommitted() {
    Guarded actor = locked();
    Use.Held first = held(one, How.ALONE, act("withdraw", 10));
    actor.accepted(first, first);
    one.status(Status.PREPARED);
    actor.request(two, new Work.Read(), new Verdict.CurrentState(cell.state(), 0, 0), first);
    assertBroken("two-phase-locking.I5");
  }

  @Test
  void tellsWhatIsKeptAtAnIdleActor() {
    cell.control("rubbish");
    locked().request(one, act("withdraw", 10), new Verdict.Reject(Refusal.of("no", "no"), 0));
    assertBroken("two-phase-locking.I6");
  }

  @Test
  void tellsWhoWaitsForNobody() {
    cell.control(planted);
    Use.Waits alone = waits(one, act("withdraw", 10));
    locked().delayed(alone, alone);
    assertBroken("two-phase-locking.I7");
  }

  @Test
  void tellsTheSameOfAnActorThatIsGuardedPathSensitively() {
    cell.control(planted);
    Use.Waits alone = waits(one, act("withdraw", 10));
    pathSensitive().delayed(alone, alone);
    assertBroken("path-sensitive.I10");
  }

  @Test
  void tellsWhatPathSensitiveControlKeepsAtAnIdleActor() {
    cell.control("rubbish");
    pathSensitive()
        .request(one, act("withdraw", 1000), new Verdict.Reject(Refusal.of("no", "no"), 0));
    assertBroken("path-sensitive.I9");
  }

  @Test
  void tellsAnActionThatOneOutcomeRefuses() {
    Guarded actor = pathSensitive();
    Use.Held first = held(one, How.IN_PROGRESS, act("withdraw", 60));
    Use.Held second = held(two, How.IN_PROGRESS, act("withdraw", 60));
    actor.accepted(first, first);
    actor.accepted(second, first, second);
    assertBroken("path-sensitive.I1");
  }

  @Test
  void tellsAnEffectThatIsAppliedOutOfOrder() {
    Guarded actor = pathSensitive();
    Use.Held first = held(one, How.IN_PROGRESS, act("withdraw", 10));
    Use.Held second = held(two, How.IN_PROGRESS, act("withdraw", 10));
    actor.accepted(first, first);
    actor.accepted(second, first, second);
    actor.committed(second, first);
    assertBroken("path-sensitive.I2");
  }

  /** A late question after a restart makes one that will abort, behind the effect that waits. */
  @Test
  void takesNoSecondBranchOfATransactionForTheOneThatCommitted() {
    Guarded actor = pathSensitive();
    Use.Held first = held(one, How.IN_PROGRESS, act("deposit", 10));
    Use.Held again = held(new Owner(1), How.IN_PROGRESS, act("deposit", 10));
    actor.accepted(first, first);
    actor.accepted(again, first, again);
    actor.committed(first, again);
    assertBroken();
  }

  @Test
  void tellsActionsThatDoNotCommute() {
    Guarded actor = pathSensitive();
    Use.Held first = held(one, How.IN_PROGRESS, act("deposit", 10));
    Use.Held second = held(two, How.IN_PROGRESS, act("interest", 2));
    actor.accepted(first, first);
    actor.accepted(second, first, second);
    assertBroken("path-sensitive.I3");
  }

  @Test
  void tellsAFactThatAnOutcomeChanges() {
    Guarded actor = pathSensitive();
    Use.Held look = held(one, How.FACT, new Work.Observe(BALANCE));
    Use.Held action = held(two, How.IN_PROGRESS, act("deposit", 10));
    actor.request(one, look.work(), new Verdict.Accept(look.claim(), List.of(), 100L), look);
    actor.accepted(action, action, look);
    assertBroken("path-sensitive.I4");
  }

  @Test
  void tellsTooManyInProgress() {
    Guarded actor = pathSensitive();
    Use.Held[] three = new Use.Held[3];
    for (int i = 0; i < 3; i++) {
      three[i] = held(new Owner(10 + i), How.IN_PROGRESS, act("deposit", 1));
    }
    actor.accepted(three[0], three[0]);
    actor.accepted(three[1], three[0], three[1]);
    actor.accepted(three[2], three);
    assertBroken("path-sensitive.I5");
  }

  @Test
  void tellsWhoIsOvertakenTooOften() {
    Guarded actor = pathSensitive();
    planted.blockers.add(one);
    Use.Held first = held(one, How.IN_PROGRESS, act("deposit", 1));
    Use.Waits waiting = waits(two, act("interest", 2));
    actor.accepted(first, first);
    actor.delayed(waiting, first, waiting);
    for (int i = 0; i < 3; i++) {
      assertBroken();
      Use.Held later = held(new Owner(10 + i), How.IN_PROGRESS, act("deposit", 1));
      actor.accepted(later, first, later, waiting);
      actor.aborted(later, first, waiting);
    }
    assertBroken("path-sensitive.I6");
  }

  @Test
  void countsNobodyAsLaterWhoHadToWaitBefore() {
    Guarded actor = pathSensitive();
    planted.blockers.add(one);
    Owner earlier = new Owner(20);
    Use.Held first = held(one, How.IN_PROGRESS, act("deposit", 1));
    Use.Waits look = waits(earlier, new Work.Observe(BALANCE));
    Use.Waits waiting = waits(two, act("interest", 2));
    actor.accepted(first, first);
    actor.delayed(look, first, look);
    actor.delayed(waiting, first, look, waiting);
    Use.Held fact = held(earlier, How.FACT, new Work.Observe(BALANCE));
    actor.aborted(first, fact, waiting);
    for (int i = 0; i < 3; i++) {
      Use.Held later = held(earlier, How.IN_PROGRESS, act("deposit", 1));
      actor.accepted(later, fact, later, waiting);
      actor.aborted(later, fact, waiting);
    }
    assertBroken();
  }

  @Test
  void tellsARefusalOfWhatIsPossible() {
    Use.Held first = held(one, How.IN_PROGRESS, act("withdraw", 60));
    Guarded actor = pathSensitive();
    actor.accepted(first, first);
    actor.request(
        two, act("withdraw", 60), new Verdict.Reject(Refusal.of("short", "short"), 0), first);
    assertBroken("path-sensitive.I7");
  }

  @Test
  void tellsAReadThatMissesADecidedEffect() {
    Use.Held first = held(one, How.IN_PROGRESS, act("withdraw", 60));
    Guarded actor = pathSensitive();
    actor.accepted(first, first);
    one.status(Status.COMMITTED);
    actor.request(two, new Work.Read(), new Verdict.CurrentState(cell.state(), 0, 0), first);
    assertBroken("path-sensitive.I8");
  }

  @Test
  void letsAReadBeAnsweredAsAPreparedTransactionIsGrantedMore() {
    for (Guarded actor : List.of(locked(), pathSensitive())) {
      How how = actor.how();
      Owner before = new Owner(7);
      Owner prepared = new Owner(8);
      Use.Held first = held(before, how, act("withdraw", 60));
      Use.Waits read = waits(two, new Work.Read());
      planted.blockers.add(before);
      actor.accepted(first, first);
      actor.delayed(read, first, read);
      prepared.status(Status.PREPARED);
      actor.aborted(first, held(prepared, how, act("deposit", 1)));
    }
    assertBroken();
  }

  @Test
  void tellsAClaimThatIsLetGoWhileItsTransactionRuns() {
    Use.Held look = held(one, How.SHARED, new Work.Observe(BALANCE));
    Guarded actor = locked();
    planted.uses = List.of();
    actor.control.abort(look.claim());
    assertThat(broken).containsExactly("distribution.I6");
  }
}
