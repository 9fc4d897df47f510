package tutti.engine.concurrency.pathsensitive;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.concurrency.Account.balance;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/**
 * PSAC §6.2 on fairness with docs/rulings.md#ruling-7 and docs/rulings.md#ruling-8: nothing that
 * waits is overtaken for ever.
 */
class FairnessTest {
  private static final Observation BALANCE = new Observation.OfField(Account.BALANCE);
  private static final Observation STAGE = new Observation.InStages(2);
  private static final int MAX = 3;

  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));
  private ConcurrencyControl control = control(true);
  private int lsn;
  private int number = 100;

  private static ConcurrencyControl control(boolean intervals) {
    return new PathSensitive(Effects.UNHEARD, new PathSensitive.Settings(true, MAX, intervals, 64));
  }

  private Owner owner() {
    return new Owner(number++);
  }

  /** A later action on its own; committed at once if it is accepted. */
  private Ask quickDeposit() {
    Owner owner = owner();
    Ask ask = owner.act(control, a, "deposit", 1);
    if (ask.accepted()) {
      owner.commit(control, ++lsn);
    }
    return ask;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void acceptsAtMostMaxInProgressLaterActionsBeforeADelayedOne(boolean intervals) {
    control = control(intervals);
    Owner first = owner();
    first.act(control, a, "withdraw", 50);
    Owner waiting = owner();
    Ask delayed = waiting.act(control, a, "withdraw", 80);
    for (int i = 0; i < MAX; i++) {
      assertThat(quickDeposit().accepted()).isTrue();
    }
    assertThat(delayed.delayed()).isTrue();
    Ask late = quickDeposit();
    assertThat(late.delayed()).isTrue();
    List<Participant> ahead = new ArrayList<>();
    control.blockers(late, ahead::add);
    assertThat(ahead).containsExactly(waiting);
    first.abort(control);
    assertThat(delayed.accepted()).isTrue();
    assertThat(late.accepted()).isTrue();
    assertThat(delayed.accept().claim().position()).isLessThan(late.accept().claim().position());
  }

  @Test
  void observationsNeitherCountNorWaitWhenOnlyActionsKeepOneWaiting() {
    Owner first = owner();
    first.act(control, a, "withdraw", 50);
    Ask delayed = owner().act(control, a, "withdraw", 80);
    for (int i = 0; i < 5 * MAX; i++) {
      assertThat(owner().observe(control, a, STAGE).accepted()).isTrue();
    }
    for (int i = 0; i < MAX; i++) {
      assertThat(quickDeposit().accepted()).isTrue();
    }
    assertThat(quickDeposit().delayed()).isTrue();
    assertThat(owner().observe(control, a, STAGE).accepted()).isTrue();
    assertThat(owner().read(control, a).delayed()).isTrue();
    first.abort(control);
    assertThat(delayed.accepted()).isTrue();
  }

  @Test
  void withdrawingTheOneAheadLetsTheOthersIn() {
    owner().act(control, a, "withdraw", 50);
    Ask delayed = owner().act(control, a, "withdraw", 80);
    for (int i = 0; i < MAX; i++) {
      quickDeposit();
    }
    Ask late = quickDeposit();
    assertThat(control.withdraw(delayed)).isTrue();
    assertThat(late.accepted()).isTrue();
  }

  @Test
  void aReadThatWaitsForAnAcknowledgedEffectIsOvertakenNoMoreOftenThanAnAction() {
    Owner first = owner();
    first.act(control, a, "deposit", 10);
    quickDeposit();
    Ask read = owner().read(control, a);
    assertThat(read.delayed()).isTrue();
    for (int i = 0; i < MAX; i++) {
      assertThat(quickDeposit().accepted()).isTrue();
    }
    Owner later = owner();
    Ask late = later.act(control, a, "deposit", 1);
    assertThat(late.delayed()).isTrue();
    first.commit(control, ++lsn);
    assertThat(balance(read.seen().state())).isEqualTo(111 + MAX);
    assertThat(late.accepted()).isTrue();
  }

  @Test
  void aReadDoesNotWaitForUndecidedEffects() {
    owner().act(control, a, "deposit", 10);
    owner().act(control, a, "deposit", 10);
    assertThat(balance(owner().read(control, a).seen().state())).isEqualTo(100);
  }

  @Test
  void aReadWaitsWhileAnythingInProgressIsDecidedWithoutBeingToldHere() {
    Owner first = owner();
    Owner second = owner();
    first.act(control, a, "deposit", 10);
    second.act(control, a, "deposit", 20);
    second.status(Status.COMMITTED);
    Ask read = owner().read(control, a);
    assertThat(read.delayed()).isTrue();
    second.commit(control, ++lsn);
    assertThat(read.delayed()).isTrue();
    first.abort(control);
    assertThat(balance(read.seen().state())).isEqualTo(120);
  }

  @Test
  void laterObservationsDoNotKeepAnActionWaitingForEver() {
    Owner holder = owner();
    holder.observe(control, a, BALANCE);
    Ask delayed = owner().act(control, a, "deposit", 1);
    List<Owner> others = new ArrayList<>();
    for (int i = 0; i < MAX; i++) {
      others.add(owner());
      assertThat(others.getLast().observe(control, a, BALANCE).accepted()).isTrue();
    }
    Owner late = owner();
    Ask look = late.observe(control, a, BALANCE);
    assertThat(look.delayed()).isTrue();
    assertThat(holder.observe(control, a, STAGE).accepted()).isTrue();
    holder.abort(control);
    others.forEach(owner -> owner.abort(control));
    assertThat(delayed.accepted()).isTrue();
    assertThat(look.delayed()).isTrue();
    delayed.accept();
    ((Owner) delayed.owner()).commit(control, ++lsn);
    assertThat(look.accept().result()).isEqualTo(101L);
  }

  @Test
  void whoHoldsSomethingSinceBeforeIsNotHeldUpByTheOneItBlocks() {
    Owner holder = owner();
    holder.observe(control, a, BALANCE);
    Ask delayed = owner().act(control, a, "deposit", 1);
    for (int i = 0; i < 2 * MAX; i++) {
      Owner peeking = owner();
      if (peeking.act(control, a, "deposit", 0).accepted()) {
        peeking.commit(control, ++lsn);
      }
    }
    assertThat(owner().act(control, a, "deposit", 0).delayed()).isTrue();
    assertThat(holder.act(control, a, "withdraw", 1).accepted()).isTrue();
    holder.commit(control, ++lsn);
    assertThat(delayed.accepted()).isTrue();
  }
}
