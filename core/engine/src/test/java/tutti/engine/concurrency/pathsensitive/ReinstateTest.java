package tutti.engine.concurrency.pathsensitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.engine.concurrency.Account.balance;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/** Several actions in progress at one actor, some of them decided, come back after a crash. */
@ParameterizedClass
@CsvSource({"SERIALIZABLE, true", "SERIALIZABLE, false", "OBJECT, true", "OBJECT, false"})
class ReinstateTest {
  private static final Observation BALANCE = new Observation.OfField(Account.BALANCE);

  @Parameter(0)
  Isolation isolation;

  @Parameter(1)
  boolean intervals;

  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));
  private final Owner head = new Owner(1);
  private final Owner decided = new Owner(2);
  private final Owner last = new Owner(3);
  private final Owner late = new Owner(4);
  private final Owner later = new Owner(5);
  private ConcurrencyControl control;

  @BeforeEach
  void begin() {
    control =
        new PathSensitive(
            Effects.UNHEARD,
            new PathSensitive.Settings(isolation == Isolation.SERIALIZABLE, 3, intervals, 64));
  }

  private Claim reinstate(Owner owner, Status status, Work work, long position) {
    owner.status(status);
    Claim claim = control.reinstate(owner, a, work, owner, position, Math.min(position, 3));
    owner.claims.add(claim);
    return claim;
  }

  private Work act(String action, Object... arguments) {
    return new Work.Act(Account.call(a.id(), action, arguments));
  }

  private List<Participant> blockers(Ask ask) {
    List<Participant> found = new ArrayList<>();
    control.blockers(ask, found::add);
    return found;
  }

  @Test
  void whatIsDecidedWaitsAgainBehindAnUndecidedOne() {
    reinstate(head, Status.PREPARED, act("withdraw", 30), 3);
    Claim queued = reinstate(decided, Status.COMMITTED, act("deposit", 20), 4);
    reinstate(last, Status.PREPARED, act("deposit", 10), 6);
    control.commit(queued, 5);
    assertThat(balance(a.state())).isEqualTo(100);
    List<Claim> unapplied = new ArrayList<>();
    assertThat(control.unapplied(a, unapplied::add)).isEqualTo(3);
    assertThat(unapplied).containsExactly(queued);

    Ask deposit = late.act(control, a, "deposit", 1);
    assertThat(deposit.accept().claim().position()).isEqualTo(7);
    assertThat(deposit.accept().claim().low()).isEqualTo(3);
    assertThat(deposit.accept().claim().observedLsn()).isEqualTo(5);
    late.commit(control, 6);
    Ask depends = later.act(control, a, "withdraw", 115);
    assertThat(depends.delayed()).isTrue();
    assertThat(blockers(depends)).containsExactly(head, last);

    head.abort(control);
    assertThat(balance(a.state())).isEqualTo(120);
    assertThat(depends.accepted()).isTrue();
    last.commit(control, 7);
    later.commit(control, 8);
    assertThat(balance(a.state())).isEqualTo(100 + 20 + 10 + 1 - 115);
    assertThat(a.control()).isNull();
  }

  @Test
  void anActionGoesOnBesideThoseThatItCommutesWith() {
    reinstate(head, Status.PREPARED, act("withdraw", 30), 3);
    reinstate(last, Status.PREPARED, act("withdraw", 40), 5);
    Ask fits = late.act(control, a, "withdraw", 30);
    assertThat(fits.accepted()).isTrue();
    late.abort(control);
    Ask tooMuch = later.act(control, a, "withdraw", 31);
    assertThat(tooMuch.delayed()).isTrue();
    last.commit(control, 1);
    assertThat(tooMuch.delayed()).isTrue();
    head.commit(control, 2);
    assertThat(tooMuch.rejected()).isTrue();
    assertThat(balance(a.state())).isEqualTo(30);
  }

  @Test
  void whatIsReinstatedCountsForMaxInProgressButIsNeverLeftOut() {
    for (int i = 0; i < 4; i++) {
      Owner owner = i == 0 ? head : new Owner(10 + i);
      reinstate(owner, Status.PREPARED, act("deposit", 1), 3 + i);
    }
    Ask next = late.act(control, a, "deposit", 1);
    assertThat(next.delayed()).isTrue();
    assertThat(blockers(next)).hasSize(4);
    head.commit(control, 1);
    assertThat(next.delayed()).as("three are as many as may be").isTrue();
  }

  /** Recovery need not know what a look saw, nor in which order it came. */
  @Test
  void aLookKnowsAgainWhatItSawOfAnActionThatIsQueued() {
    reinstate(late, Status.PREPARED, new Work.Observe(BALANCE), -1);
    reinstate(head, Status.PREPARED, act("shift", 0, 1, 0, 1000, 0, 10), 3);
    Claim queued = reinstate(decided, Status.COMMITTED, act("deposit", 20), 4);
    control.commit(queued, 5);

    Ask peek = later.act(control, a, "peek");
    assertThat(peek.accept().result()).isEqualTo(120L);
    Ask deposit = last.act(control, a, "deposit", 1);
    assertThat(deposit.delayed()).isTrue();
    assertThat(blockers(deposit)).contains(late);
    later.commit(control, 6);
    late.commit(control, 7);
    head.abort(control);
    assertThat(deposit.accepted()).isTrue();
    last.commit(control, 8);
    assertThat(balance(a.state())).isEqualTo(121);
    assertThat(a.control()).isNull();
  }

  @Test
  void positionsThatGoBackAreRefused() {
    reinstate(head, Status.PREPARED, act("deposit", 1), 3);
    assertThatThrownBy(() -> reinstate(last, Status.PREPARED, act("deposit", 1), 3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("position 3");
  }
}
