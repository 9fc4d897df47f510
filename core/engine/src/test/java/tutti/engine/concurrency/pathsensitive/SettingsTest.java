package tutti.engine.concurrency.pathsensitive;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.concurrency.Account.balance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.RandomSchedule;
import tutti.engine.concurrency.SerialCheck;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/** The effects of {@code path-sensitive.*} and {@code isolation}. */
class SettingsTest {
  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));

  private static ConcurrencyControl control(
      Isolation isolation, int maxInProgress, boolean intervals, int maxOutcomes) {
    return new PathSensitive(
        Effects.UNHEARD,
        new PathSensitive.Settings(
            isolation == Isolation.SERIALIZABLE, maxInProgress, intervals, maxOutcomes));
  }

  /** PSAC §4.2: one parallel transaction is two-phase locking. */
  @Test
  void oneInProgressGivesTheVerdictsOfTwoPhaseLocking() {
    int delays = 0;
    for (Isolation isolation : Isolation.values()) {
      for (int seed = 0; seed < 500; seed++) {
        RandomSchedule one = schedule(control(isolation, 1, true, 1024), seed);
        RandomSchedule locks = schedule(new TwoPhaseLocking(Effects.UNHEARD), seed);
        assertThat(letters(one)).as("seed %d", seed).isEqualTo(letters(locks));
        assertThat(one.states()).isEqualTo(locks.states());
        assertThat(one.victims()).isEqualTo(locks.victims());
        delays += one.victims();
      }
    }
    assertThat(delays).isPositive();
  }

  private static RandomSchedule schedule(ConcurrencyControl control, int seed) {
    RandomSchedule schedule = new RandomSchedule(control, new Random(seed), 2, false);
    schedule.run(20);
    return schedule;
  }

  private static List<String> letters(RandomSchedule schedule) {
    return schedule.asked().stream()
        .map(ask -> ask + " " + ask.letter() + (ask.delayed() ? "" : ask.answeredAt()))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noMoreThanMaxInProgressAreUndecidedAtOnce(boolean intervals) {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, 3, intervals, 1024);
    List<Owner> owners = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      owners.add(new Owner(i));
      assertThat(owners.getLast().act(control, a, "deposit", 1).accepted()).isTrue();
    }
    Ask fourth = new Owner(4).act(control, a, "deposit", 1);
    assertThat(fourth.delayed()).isTrue();
    // A decision anywhere makes room, the head's or another.
    owners.get(1).commit(control, 1);
    assertThat(fourth.accepted()).isTrue();
    assertThat(balance(a.state())).isEqualTo(100);
  }

  @Test
  void moreOutcomesThanMayBeLookedAtDelay() {
    ConcurrencyControl control = control(Isolation.OBJECT, 100, false, 4);
    Owner first = new Owner(1);
    assertThat(first.act(control, a, "deposit", 1).accepted()).isTrue();
    assertThat(new Owner(2).act(control, a, "deposit", 2).accepted()).isTrue();
    Ask third = new Owner(3).act(control, a, "deposit", 4);
    assertThat(third.delayed()).isTrue();
    first.commit(control, 1);
    assertThat(third.accepted()).isTrue();
  }

  @Test
  void equalOutcomesAreMerged() {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, 100, false, 33);
    for (int i = 0; i < 32; i++) {
      assertThat(new Owner(i).act(control, a, "deposit", 1).accepted()).isTrue();
    }
  }

  @Test
  void evenOneOutcomeAtATimeMakesProgress() {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, 8, false, 1);
    Owner look = new Owner(1);
    look.observe(control, a, new Observation.InStages(2));
    Owner first = new Owner(2);
    assertThat(first.act(control, a, "deposit", 1).accepted()).isTrue();
    Ask second = new Owner(3).act(control, a, "deposit", 1);
    assertThat(second.delayed()).isTrue();
    first.commit(control, 1);
    assertThat(second.accepted()).isTrue();
  }

  @Test
  void aThousandLinearActionsAreInProgressTogetherAndTakeEffectInOrder() {
    ConcurrencyControl control = control(Isolation.SERIALIZABLE, 2000, true, 16);
    Random random = new Random(5);
    List<Owner> owners = new ArrayList<>();
    long expected = 100_000;
    a.restore(Account.opened(expected), 0, 0);
    for (int i = 0; i < 1000; i++) {
      Owner owner = new Owner(i);
      String action = random.nextBoolean() ? "deposit" : "withdraw";
      long amount = 1 + random.nextInt(50);
      assertThat(owner.act(control, a, action, amount).accepted()).isTrue();
      owners.add(owner);
      expected += action.equals("deposit") ? amount : -amount;
    }
    assertThat(new Owner(2001).act(control, a, "withdraw", 200_000).rejected()).isTrue();
    Ask tooMuch = new Owner(2002).act(control, a, "withdraw", expected);
    assertThat(tooMuch.delayed()).isTrue();
    assertThat(control.withdraw(tooMuch)).isTrue();
    Collections.shuffle(owners, random);
    for (Owner owner : owners) {
      owner.commit(control, 1);
    }
    assertThat(balance(a.state())).isEqualTo(expected);
    assertThat(a.version()).isEqualTo(1000);
    assertThat(a.control()).isNull();
  }

  @Test
  void theTreeTakesOverWhileSomethingThatIsNotLinearIsInProgress() {
    ConcurrencyControl control = control(Isolation.OBJECT, 100, true, 64);
    Owner first = new Owner(1);
    Owner odd = new Owner(2);
    first.act(control, a, "deposit", 1);
    assertThat(odd.act(control, a, "interest", 10).accepted()).isTrue();
    List<Owner> more = new ArrayList<>();
    int accepted = 0;
    for (int i = 0; i < 10; i++) {
      Owner owner = new Owner(10 + i);
      if (owner.act(control, a, "deposit", 64L << i).accepted()) {
        accepted++;
      }
      more.add(owner);
    }
    assertThat(accepted).as("as many as the tree may have outcomes for").isEqualTo(4);
    odd.commit(control, 1);
    first.commit(control, 2);
    assertThat(balance(a.state())).isEqualTo(111);
    assertThat(more).allMatch(owner -> owner.claims.size() == 1);
    more.forEach(owner -> owner.commit(control, 3));
    assertThat(balance(a.state())).isEqualTo(111 + 64 * 1023);
    assertThat(a.control()).isNull();
  }

  /** PSAC §6.2: object isolation is not serializable; the default is. */
  @Test
  void objectIsolationHasHistoriesThatNoSerialOrderExplainsAndTheDefaultHasNone() {
    int unexplained = 0;
    for (int seed = 0; seed < 400; seed++) {
      RandomSchedule free = new RandomSchedule(object(), new Random(seed), 2, false);
      free.run(6);
      unexplained += new SerialCheck(free).someOrder() ? 0 : 1;
      ConcurrencyControl strict = control(Isolation.SERIALIZABLE, 8, seed % 2 == 0, 1024);
      RandomSchedule serial = new RandomSchedule(strict, new Random(seed), 3, true);
      serial.run(6);
      assertThat(new SerialCheck(serial).someOrder()).as("seed %d", seed).isTrue();
    }
    assertThat(unexplained).isPositive();
  }

  private static ConcurrencyControl object() {
    return control(Isolation.OBJECT, 8, false, 1024);
  }
}
