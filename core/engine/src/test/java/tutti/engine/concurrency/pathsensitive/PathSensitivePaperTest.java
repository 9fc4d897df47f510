package tutti.engine.concurrency.pathsensitive;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.concurrency.Account.balance;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.storage.Cell;

/** PSAC §3.1 with Figures 2 and 3, §6.2 with Figure 9b, appendix A with Figure 11. */
class PathSensitivePaperTest {
  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));
  private final Cell b = new Cell(Account.id("B"), Account.TYPE, Account.opened(100));
  private final Owner c1 = new Owner(1);
  private final Owner c2 = new Owner(2);
  private final Owner c3 = new Owner(3);

  private static ConcurrencyControl control(Isolation isolation, boolean intervals) {
    return new PathSensitive(
        Effects.UNHEARD,
        new PathSensitive.Settings(isolation == Isolation.SERIALIZABLE, 8, intervals, 1024));
  }

  /** Figure 2: C2 commits first, is told so, and its effect is deferred until C1 commits. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void defersTheEffectOfTheSecondWithdrawalUntilTheFirstCommits(boolean intervals) {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, intervals);
    assertThat(c1.act(control, a, "withdraw", 30).accepted()).isTrue();
    assertThat(c2.act(control, a, "withdraw", 50).accepted()).isTrue();
    c2.commit(control, 1);
    assertThat(balance(a.state())).isEqualTo(100);
    assertThat(a.version()).isZero();
    c1.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(20);
    assertThat(a.version()).isEqualTo(2);
    assertThat(a.lastLsn()).isEqualTo(2);
    assertThat(a.control()).isNull();
  }

  /** Figure 3, step by step. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void followsTheOutcomeTreeOfFigure3(boolean intervals) {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, intervals);
    // 1: C1 (-30) arrives; outcomes 100 and 70.
    assertThat(c1.act(control, a, "withdraw", 30).accepted()).isTrue();
    // 2: C2 (-50) arrives; outcomes 100, 70, 50 and 20.
    assertThat(c2.act(control, a, "withdraw", 50).accepted()).isTrue();
    // 3: C3 (-60) fails in 50 and 20: delayed.
    Ask third = c3.act(control, a, "withdraw", 60);
    assertThat(third.delayed()).isTrue();
    // 4: C2 commits; 50 and 20 remain; its effect waits for C1.
    c2.commit(control, 4);
    assertThat(balance(a.state())).isEqualTo(100);
    // 5: C3 is tried again, and fails in all outcomes.
    assertThat(third.rejected()).isTrue();
    assertThat(third.reject().refusal().message()).isEqualTo("20 is less than 60");
    assertThat(third.reject().lsn()).isEqualTo(4);
    // 6: C1 commits; both effects are applied in order of arrival.
    c1.commit(control, 6);
    assertThat(balance(a.state())).isEqualTo(20);
    assertThat(a.control()).isNull();
  }

  /** Figure 11: C1 aborts; C2, accepted in both outcomes, takes effect alone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void appliesTheSecondWithdrawalWhenTheFirstAborts(boolean intervals) {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, intervals);
    c1.act(control, a, "withdraw", 30);
    c2.act(control, a, "withdraw", 50);
    c2.commit(control, 3);
    assertThat(balance(a.state())).isEqualTo(100);
    c1.abort(control);
    assertThat(balance(a.state())).isEqualTo(50);
    assertThat(a.version()).isEqualTo(1);
    assertThat(a.control()).isNull();
  }

  /** Figure 9b: under object isolation both are accepted, and A = 165, B = 60. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void letsDepositAndInterestCrossUnderObjectIsolation(boolean intervals) {
    ConcurrencyControl control = control(Isolation.OBJECT, intervals);
    assertThat(c1.act(control, a, "deposit", 50).accepted()).isTrue();
    assertThat(c2.act(control, b, "interest", 10).accepted()).isTrue();
    assertThat(c2.act(control, a, "interest", 10).accepted()).isTrue();
    assertThat(c1.act(control, b, "withdraw", 50).accepted()).isTrue();
    c2.commit(control, 1);
    c1.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(165);
    assertThat(balance(b.state())).isEqualTo(60);
  }

  /**
   * Figure 9 under serializable isolation: both wait, one is a victim, and the history is serial.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void delaysDepositAndInterestThatCrossUnderSerializableIsolation(boolean intervals) {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, intervals);
    c1.act(control, a, "deposit", 50);
    c2.act(control, b, "interest", 10);
    Ask interestA = c2.act(control, a, "interest", 10);
    Ask withdrawB = c1.act(control, b, "withdraw", 50);
    assertThat(interestA.delayed() && withdrawB.delayed()).isTrue();
    control.blockers(interestA, blocker -> assertThat(blocker).isSameAs(c1));
    control.blockers(withdrawB, blocker -> assertThat(blocker).isSameAs(c2));
    assertThat(control.withdraw(interestA)).isTrue();
    c2.abort(control);
    assertThat(withdrawB.accepted()).isTrue();
    c1.commit(control, 1);
    Owner again = new Owner(2);
    again.act(control, a, "interest", 10);
    again.act(control, b, "interest", 10);
    again.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(165);
    assertThat(balance(b.state())).isEqualTo(55);
  }

  /** §3.2: what is delayed is tried again after an abort, too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void startsADelayedActionWhenTheOneItDependsOnAborts(boolean intervals) {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, intervals);
    c1.act(control, a, "withdraw", 30);
    c2.act(control, a, "withdraw", 50);
    Ask third = c3.act(control, a, "withdraw", 60);
    c2.abort(control);
    assertThat(third.accepted()).isTrue();
    c3.commit(control, 1);
    assertThat(balance(a.state())).isEqualTo(100);
    c1.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(10);
  }

  /** §3.2: what is delayed is tried again after a decision that is not the head's. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void effectsAreAppliedInOrderOfArrivalWhateverTheOrderOfCommits(boolean intervals) {
    ConcurrencyControl control = control(Isolation.OBJECT, intervals);
    c1.act(control, a, "deposit", 100);
    c2.act(control, a, "interest", 10);
    c3.act(control, a, "deposit", 5);
    c3.commit(control, 1);
    c2.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(100);
    c1.commit(control, 3);
    assertThat(balance(a.state())).isEqualTo(225);
    assertThat(a.version()).isEqualTo(3);
  }
}
