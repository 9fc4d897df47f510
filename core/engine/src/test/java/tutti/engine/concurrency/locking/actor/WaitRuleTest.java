package tutti.engine.concurrency.locking.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.RandomSchedule;
import tutti.engine.concurrency.SerialCheck;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/** Locks whose waiting is ruled, so that no deadlock can close. Lower numbers are older. */
class WaitRuleTest {
  private static final Observation BALANCE = new Observation.OfField(Account.BALANCE);
  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));
  private final Owner oldest = new Owner(1);
  private final Owner middle = new Owner(2);
  private final Owner youngest = new Owner(3);

  private static TwoPhaseLocking locks(WaitRule rule) {
    return new TwoPhaseLocking(Effects.UNHEARD, rule);
  }

  @Test
  void noWaitNeverWaits() {
    TwoPhaseLocking control = locks(WaitRule.NO_WAIT);
    middle.act(control, a, "deposit", 1);
    for (Owner other : new Owner[] {oldest, youngest}) {
      Ask ask = other.act(control, a, "deposit", 1);
      assertThat(ask.verdict()).isEqualTo(new Verdict.Conflict(middle.id(), "was here before"));
    }
    middle.commit(control, 1);
    assertThat(a.control()).isNull();
    assertThat(oldest.act(control, a, "deposit", 1).accepted()).isTrue();
  }

  @Test
  void noWaitSharesWhatIsOnlyLookedAt() {
    TwoPhaseLocking control = locks(WaitRule.NO_WAIT);
    assertThat(oldest.observe(control, a, BALANCE).accepted()).isTrue();
    assertThat(youngest.observe(control, a, BALANCE).accepted()).isTrue();
    assertThat(oldest.act(control, a, "deposit", 1).letter()).as("an upgrade").isEqualTo('C');
    youngest.abort(control);
    assertThat(oldest.act(control, a, "deposit", 1).accepted()).isTrue();
  }

  @Test
  void waitDieWaitsOnlyForYoungerOnes() {
    TwoPhaseLocking control = locks(WaitRule.WAIT_DIE);
    middle.act(control, a, "replace", 5);
    assertThat(youngest.act(control, a, "replace", 6).letter()).isEqualTo('C');
    Ask elder = oldest.act(control, a, "replace", 7);
    assertThat(elder.delayed()).isTrue();
    middle.commit(control, 1);
    assertThat(elder.accepted()).isTrue();
    oldest.commit(control, 2);
    assertThat(a.control()).isNull();
  }

  @Test
  void waitDieCountsThoseWhoWaitBefore() {
    TwoPhaseLocking control = locks(WaitRule.WAIT_DIE);
    youngest.act(control, a, "replace", 5);
    assertThat(oldest.act(control, a, "replace", 6).delayed()).isTrue();
    assertThat(middle.act(control, a, "replace", 7).letter())
        .as("younger than one that waits before it")
        .isEqualTo('C');
  }

  @Test
  void anUpgradeUnderWaitDieEndsYoungerOnesThatWouldWaitForIt() {
    TwoPhaseLocking control = locks(WaitRule.WAIT_DIE);
    Owner last = new Owner(4);
    oldest.observe(control, a, BALANCE);
    last.observe(control, a, BALANCE);
    youngest.observe(control, a, BALANCE);
    Ask waiting = youngest.act(control, a, "replace", 1);
    assertThat(waiting.letter()).as("the oldest holds it too").isEqualTo('C');
    youngest.abort(control);
    Owner zero = new Owner(0);
    Ask first = zero.act(control, a, "replace", 2);
    assertThat(first.delayed()).isTrue();
    Ask upgrade = oldest.act(control, a, "replace", 3);
    assertThat(upgrade.delayed()).isTrue();
    assertThat(first.delayed()).as("older than the upgrade").isTrue();
    last.abort(control);
    assertThat(upgrade.accepted()).isTrue();
    oldest.commit(control, 1);
    assertThat(first.accepted()).isTrue();
  }

  @Test
  void woundWaitWoundsYoungerOnesAndWaitsForOlderOnes() {
    TwoPhaseLocking control = locks(WaitRule.WOUND_WAIT);
    middle.act(control, a, "replace", 5);
    assertThat(youngest.act(control, a, "replace", 6).delayed()).isTrue();
    assertThat(middle.wounded()).isFalse();
    Ask elder = oldest.act(control, a, "replace", 7);
    assertThat(elder.delayed()).isTrue();
    assertThat(middle.wounded()).isTrue();
    assertThat(youngest.wounded()).as("it waits behind, and is in nobody's way").isFalse();
    middle.abort(control);
    assertThat(elder.accepted()).as("the oldest goes first").isTrue();
  }

  @Test
  void woundWaitLeavesAloneWhoIsPrepared() {
    TwoPhaseLocking control = locks(WaitRule.WOUND_WAIT);
    youngest.act(control, a, "replace", 5);
    youngest.status(Status.PREPARED);
    Ask elder = oldest.act(control, a, "replace", 7);
    assertThat(youngest.wounded()).isFalse();
    youngest.commit(control, 1);
    assertThat(elder.accepted()).isTrue();
    assertThat(control.preparesEarly()).as("a prepared one must wait for nobody").isFalse();
  }

  @ParameterizedTest
  @EnumSource(value = WaitRule.class, mode = EnumSource.Mode.EXCLUDE, names = "WAIT")
  void randomTransactionsAreSerialInTheOrderOfTheirCommitsAndNeverDeadlock(WaitRule rule) {
    int committed = 0;
    int ended = 0;
    for (int seed = 0; seed < 1000; seed++) {
      RandomSchedule schedule =
          new RandomSchedule(locks(rule), new Random(seed), 2 + seed % 2, true);
      schedule.run(12);
      new SerialCheck(schedule).inCommitOrder(rule + ", seed " + seed);
      assertThat(schedule.victims()).as("%s, seed %d", rule, seed).isZero();
      assertThat(schedule.cells()).allMatch(cell -> cell.control() == null);
      committed += schedule.committed().size();
      ended += schedule.ended();
    }
    assertThat(committed).isGreaterThan(2000);
    assertThat(ended).isGreaterThan(1000);
  }
}
