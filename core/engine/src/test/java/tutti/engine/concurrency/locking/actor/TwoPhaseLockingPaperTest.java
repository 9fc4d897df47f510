package tutti.engine.concurrency.locking.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.concurrency.Account.balance;

import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/** PSAC §2, §3.1, Figures 1, 9a and 10. */
class TwoPhaseLockingPaperTest {
  private final ConcurrencyControl control = new TwoPhaseLocking(Effects.UNHEARD);
  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));
  private final Cell b = new Cell(Account.id("B"), Account.TYPE, Account.opened(100));
  private final Owner c1 = new Owner(1);
  private final Owner c2 = new Owner(2);
  private final Owner c3 = new Owner(3);

  /** Figure 1: the second withdrawal starts when the first has committed. */
  @Test
  void delaysTheSecondWithdrawalUntilTheFirstCommits() {
    assertThat(c1.act(control, a, "withdraw", 30).accepted()).isTrue();
    Ask second = c2.act(control, a, "withdraw", 50);
    assertThat(second.delayed()).isTrue();
    c1.commit(control, 1);
    assertThat(balance(a.state())).isEqualTo(70);
    assertThat(second.accepted()).isTrue();
    c2.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(20);
  }

  /** Figure 10: the first withdrawal aborts. */
  @Test
  void startsTheSecondWithdrawalWhenTheFirstAborts() {
    c1.act(control, a, "withdraw", 30);
    Ask second = c2.act(control, a, "withdraw", 50);
    c1.abort(control);
    assertThat(second.accepted()).isTrue();
    c2.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(50);
  }

  /** Figure 9a: a deadlock, visible in the blockers; the victim's abort lets the other go on. */
  @Test
  void depositAndInterestOnTwoAccountsDeadlockAndOneIsTheVictim() {
    c1.act(control, a, "deposit", 50);
    c2.act(control, b, "interest", 10);
    Ask interestA = c2.act(control, a, "interest", 10);
    Ask withdrawB = c1.act(control, b, "withdraw", 50);
    control.blockers(interestA, blocker -> assertThat(blocker).isSameAs(c1));
    control.blockers(withdrawB, blocker -> assertThat(blocker).isSameAs(c2));
    assertThat(control.withdraw(interestA)).isTrue();
    c2.abort(control);
    assertThat(withdrawB.accepted()).isTrue();
    c1.commit(control, 1);
    c2.act(control, a, "interest", 10);
    c2.act(control, b, "interest", 10);
    c2.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(165);
    assertThat(balance(b.state())).isEqualTo(55);
  }

  @Test
  void looksShareTheLockButDoNotOvertakeAWaitingAction() {
    Observation balance = new Observation.OfField(Account.BALANCE);
    assertThat(c1.observe(control, a, balance).accepted()).isTrue();
    Ask act = c2.act(control, a, "deposit", 1);
    Ask late = c3.observe(control, a, balance);
    assertThat(late.delayed()).isTrue();
    c1.commit(control, 1);
    assertThat(act.accepted()).isTrue();
    assertThat(late.delayed()).isTrue();
    c2.commit(control, 2);
    assertThat(late.accept().result()).isEqualTo(101L);
  }

  @Test
  void upgradesAreServedBeforeThoseWhoHoldNothing() {
    Observation balance = new Observation.OfField(Account.BALANCE);
    c1.observe(control, a, balance);
    c2.observe(control, a, balance);
    Ask stranger = c3.act(control, a, "set", 3);
    Ask upgrade = c1.act(control, a, "set", 1);
    assertThat(stranger.delayed() && upgrade.delayed()).isTrue();
    c2.commit(control, 1);
    assertThat(upgrade.accepted()).isTrue();
    assertThat(stranger.delayed()).isTrue();
    c1.commit(control, 2);
    assertThat(stranger.accepted()).isTrue();
  }

  @Test
  void withdrawingTheWaitingActionLetsTheLooksBehindItIn() {
    Observation balance = new Observation.OfField(Account.BALANCE);
    c1.observe(control, a, balance);
    Ask act = c2.act(control, a, "deposit", 1);
    Ask late = c3.observe(control, a, balance);
    assertThat(control.withdraw(act)).isTrue();
    assertThat(late.accepted()).isTrue();
  }
}
