package tutti.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Work;
import tutti.model.Observation;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/** Effects of one account of 100, in the order in which they could have been decided. */
class ActorOrderTest {
  private static final String NAME = "Account[a]";
  private final TestBank bank = new TestBank();
  private final ActorOrder order = new ActorOrder(Told.account("a"), new Eras(bank));
  private int positions;

  /** The next to arrive, decided at that place; all before {@code low} was decided when it came. */
  private LoggedDecision arrives(int decided, int low, String action, long amount) {
    LoggedDecision.Act act = Told.act(bank, positions, low, "a", action, amount);
    LoggedDecision decision = Told.decision(++positions, decided, null, act);
    order.add(new StandingEffect(decision, act, 1, List.of()));
    return decision;
  }

  private void arrange() {
    order.arrange(new Eras.Form(0, TestBank.state(TestBank.OPENED, 100)));
  }

  private @Nullable Read reads(
      Observation what, long version, Object value, LoggedDecision reader) {
    return order.read(
        new GrantedLook(Told.account("a"), 0, new Work.Observe(what), new Owner(9), version, value),
        reader);
  }

  @Test
  void effectsThatWereDecidedAsTheyArrivedStayInThatOrder() {
    LoggedDecision first = arrives(1, 0, "interest", 2);
    LoggedDecision second = arrives(2, 0, "deposit", 5);
    arrange();
    assertThat(order.write(first)).isEqualTo(new Write(NAME, 1, 0, "interest[2]"));
    assertThat(order.write(second)).isEqualTo(new Write(NAME, 2, 1, "deposit[5]"));
  }

  /** The action arrived first, and saw the balance only when both others had been decided. */
  @Test
  void whoLooksLateComesAfterAllThatItSaw() {
    LoggedDecision.Act act = Told.act(bank, positions, 0, "a", "deposit", 5L);
    LoggedDecision late = Told.decision(++positions, 3, null, act);
    Work balance = new Work.Observe(Told.BALANCE);
    GrantedLook look = new GrantedLook(Told.account("a"), 0, balance, new Owner(9), 0, 116L);
    order.add(new StandingEffect(late, act, 1, List.of(look)));
    LoggedDecision first = arrives(1, 0, "deposit", 7);
    LoggedDecision second = arrives(2, 0, "deposit", 9);
    arrange();
    assertThat(order.write(first).version()).isEqualTo(1);
    assertThat(order.write(second).version()).isEqualTo(2);
    assertThat(order.write(late).version()).isEqualTo(3);
  }

  @Test
  void theOneThatWasDecidedFirstComesFirstIfNobodyCanTell() {
    LoggedDecision first = arrives(2, 0, "deposit", 5);
    LoggedDecision second = arrives(1, 0, "deposit", 7);
    arrange();
    assertThat(order.write(second).version()).isEqualTo(1);
    assertThat(order.write(first).version()).isEqualTo(2);
  }

  @Test
  void whatDoesNotCommuteStaysAsItArrived() {
    LoggedDecision first = arrives(2, 0, "deposit", 5);
    LoggedDecision second = arrives(1, 0, "interest", 2);
    arrange();
    assertThat(order.write(first).version()).isEqualTo(1);
    assertThat(order.write(second)).isEqualTo(new Write(NAME, 2, 1, "interest[2]"));
  }

  @Test
  void whatIsNotAlwaysAcceptedStaysAsItArrived() {
    LoggedDecision first = arrives(2, 0, "deposit", 50);
    LoggedDecision second = arrives(1, 0, "withdraw", 120);
    arrange();
    assertThat(order.write(first).version()).isEqualTo(1);
    assertThat(order.write(second).version()).isEqualTo(2);
  }

  @Test
  void nothingMovesOverAStateThatAClientHasRead() {
    LoggedDecision first = arrives(2, 0, "deposit", 5);
    LoggedDecision second = arrives(1, 0, "deposit", 7);
    order.keepPrefix(1);
    arrange();
    assertThat(order.write(first).version()).isEqualTo(1);
    assertThat(order.write(second).version()).isEqualTo(2);
  }

  @Test
  void nothingMovesOverWhatWasDecidedWhenItCame() {
    LoggedDecision first = arrives(2, 0, "deposit", 5);
    LoggedDecision second = arrives(1, 1, "deposit", 7);
    arrange();
    assertThat(order.write(first).version()).isEqualTo(1);
    assertThat(order.write(second)).isEqualTo(new Write(NAME, 2, 1, "deposit[7]"));
  }

  @Test
  void anEffectFollowsTheNewestThatItDependsOn() {
    arrives(1, 0, "interest", 2);
    arrives(2, 0, "deposit", 5);
    LoggedDecision third = arrives(3, 0, "deposit", 7);
    arrange();
    assertThat(order.write(third)).isEqualTo(new Write(NAME, 3, 1, "deposit[7]"));
  }

  @Test
  void versionsByArrivalDoNotMove() {
    LoggedDecision first = arrives(2, 0, "deposit", 5);
    LoggedDecision second = arrives(1, 0, "deposit", 7);
    arrange();
    Map<String, Long> versions = new TreeMap<>();
    order.arrivals((decision, version) -> versions.put(decision.toString(), version));
    assertThat(versions).isEqualTo(Map.of(first.toString(), 1L, second.toString(), 2L));
  }

  @Test
  void aLookIsAsWideAsWhatItSawStayedTheSame() {
    arrives(1, 0, "deposit", 5);
    arrives(2, 0, "deposit", 7);
    LoggedDecision reader = Told.decision(9, 9, null);
    arrange();
    assertThat(reads(Told.BALANCE, 1, 105L, reader)).isEqualTo(new Read(NAME, 1, 1, 1));
    assertThat(reads(Told.IS_OPEN, 1, true, reader)).isEqualTo(new Read(NAME, 2, 0, 2));
  }

  @Test
  void aLookSeesNothingThatWasDecidedAfterIt() {
    arrives(1, 0, "deposit", 5);
    arrives(10, 0, "interest", 1);
    LoggedDecision reader = Told.decision(9, 9, null);
    arrange();
    assertThat(reads(Told.IS_OPEN, 1, true, reader)).isEqualTo(new Read(NAME, 1, 0, 2));
  }

  @Test
  void aLookAtWhatNeverWasIsToldSo() {
    arrives(1, 0, "deposit", 5);
    arrange();
    assertThat(reads(Told.BALANCE, 1, 106L, Told.decision(9, 9, null))).isNull();
  }
}
