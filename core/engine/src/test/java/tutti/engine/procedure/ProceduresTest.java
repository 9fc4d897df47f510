package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.testing.Effort;

/** The promises of procedures, over concurrency control × containers × executors × their mode. */
class ProceduresTest {

  static List<Setup> setups() {
    return Effort.some(RunningMarket.setups());
  }

  @ParameterizedTest
  @MethodSource("setups")
  void callsHappenOnAllActorsOrOnNone(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      assertThat(it.value(Purse.class, "a", new Purse.Add("EUR", 100))).isEqualTo(100L);
      assertThat(it.value(Exchange.class, "x", new Exchange.Move("a", "b", 30))).isEqualTo(70L);

      Outcome refused = it.run(Exchange.class, "x", new Exchange.Move("a", "b", 71));

      assertThat(RunningMarket.reason(refused))
          .isInstanceOfSatisfying(
              Reason.Refused.class,
              reason -> {
                assertThat(reason.code()).isEqualTo("overdrawn");
                assertThat(reason.message()).isEqualTo("a would have -1");
                assertThat(reason.action()).isEqualTo("Add");
                assertThat(reason.actor().key()).isEqualTo("a");
              });
      assertThat(it.euros("a")).isEqualTo(70);
      assertThat(it.euros("b")).isEqualTo(30);
      assertThat(it.value(Exchange.class, "x", new Exchange.Total(List.of("a", "b", "c"))))
          .isEqualTo(100L);
      assertThat(it.node.statistics().waits().waiting()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void whatComputedPastItsTimeAborts(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      Outcome late =
          it.start(50_000_000, it.call(Purse.class, "a", new Purse.Fail("late")))
              .get(90, TimeUnit.SECONDS);

      assertThat(RunningMarket.reason(late)).isInstanceOf(Reason.Deadline.class);
      assertThat(it.value(Purse.class, "a", new Purse.Balance("lost"))).isEqualTo(0L);
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aCallOfTheOwnActorRunsAtOnceAndIsSeen(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      it.run(Purse.class, "a", new Purse.Add("EUR", 1));

      assertThat(it.value(Purse.class, "a", new Purse.Both(5))).isEqualTo(List.of(1L, 6L, 6L));
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void whoLooksFirstMayWriteLater(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      it.run(Purse.class, "a", new Purse.Add("EUR", 10));
      it.run(Purse.class, "b", new Purse.Add("EUR", 4));

      assertThat(it.value(Exchange.class, "x", new Exchange.Swap("a", "b"))).isEqualTo(-6L);
      assertThat(it.euros("a")).isEqualTo(4);
      assertThat(it.euros("b")).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void promisesThatAreNeverTakenAreWaitedFor(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      List<String> purses = List.of("a", "b", "c", "d", "e", "f", "g");

      it.run(Exchange.class, "x", new Exchange.Forget(purses, Optional.empty()));
      Object failed =
          it.value(Exchange.class, "x", new Exchange.Forget(purses, Optional.of("abort")));

      assertThat(failed).isEqualTo("unwanted");
      assertThat(it.value(Exchange.class, "x", new Exchange.Total(purses))).isEqualTo(7L);
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void anAbortFarDownAbortsAll(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      assertThat(it.value(Purse.class, "a", new Purse.Down(50, Optional.empty()))).isEqualTo(51L);
      assertThat(it.value(Purse.class, "a", new Purse.Down(50, Optional.of("abort"))))
          .isEqualTo("unwanted");
      assertThat(it.value(Purse.class, "a", new Purse.Down(50, Optional.of("missing"))))
          .isEqualTo("no-such-row");
      assertThat(it.euros("a")).isEqualTo(1);
      assertThat(it.euros("a/50/49")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void callsNestDeeplyButNotForEver(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      assertThat(it.value(Purse.class, "a", new Purse.Deeper(500))).isEqualTo(500);
      if (setup.containers() == 2) {
        assertThat(it.value(Purse.class, "a", new Purse.Deeper(100_000))).isEqualTo("too-deep");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void whatGoesOnForEverIsStoppedAtItsDeadline(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      Outcome late =
          it.start(50_000_000, it.call(Purse.class, "a", new Purse.Slow()))
              .get(180, TimeUnit.SECONDS);

      assertThat(RunningMarket.reason(late)).isInstanceOf(Reason.Deadline.class);
      assertThat(it.euros("a")).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void catchingAnAbortChangesNothing(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      assertThat(it.value(Exchange.class, "x", new Exchange.Swallow("abort")))
          .isEqualTo("unwanted");
      assertThat(it.value(Exchange.class, "x", new Exchange.Swallow("missing")))
          .isEqualTo("no-such-row");
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aBugOfTheApplicationAbortsAndIsNamed(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      Outcome failed = it.run(Exchange.class, "x", new Exchange.Swallow("broken"));
      Outcome overflowed = it.run(Exchange.class, "x", new Exchange.Swallow("stack"));

      assertThat(RunningMarket.reason(failed).code()).isEqualTo("internal-error");
      assertThat(RunningMarket.reason(failed).message())
          .isEqualTo(
              "Exchange[x].Swallow → Purse[z].Fail failed: java.lang.IllegalStateException:"
                  + " broken");
      assertThat(RunningMarket.reason(overflowed).message()).contains("StackOverflowError");
      assertThat(it.value(Purse.class, "z", new Purse.Balance("lost"))).isEqualTo(0L);
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void whateverTheApplicationThrowsLetsGoOfWhatItHeld(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      for (String how : List.of("error", "checked")) {
        Outcome failed = it.run(Purse.class, "z", new Purse.Fail(how));

        assertThat(RunningMarket.reason(failed).code()).isEqualTo("internal-error");
        assertThat(RunningMarket.reason(failed).retryable()).isFalse();
        assertThat(it.value(Purse.class, "z", new Purse.Balance("lost"))).isEqualTo(0L);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aQueryWritesNothing(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      assertThat(it.value(Purse.class, "a", new Purse.BadQuery(false))).isEqualTo("query-writes");
      assertThat(it.value(Purse.class, "a", new Purse.BadQuery(true))).isEqualTo("query-writes");
      assertThat(it.euros("a")).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void declarativeActorsTakePart(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      it.run(it.bank.call("n", "open", 10L));

      assertThat(it.value(Exchange.class, "x", new Exchange.Pay("n", "a", 6))).isEqualTo(6L);
      Outcome refused = it.run(Exchange.class, "x", new Exchange.Pay("n", "a", 5));

      assertThat(RunningMarket.reason(refused))
          .isInstanceOfSatisfying(
              Reason.Refused.class,
              reason -> {
                assertThat(reason.code()).isEqualTo("insufficient");
                assertThat(reason.action()).isEqualTo("withdraw");
                assertThat(reason.actor().key()).isEqualTo("n");
              });
      assertThat(it.account("n")).isEqualTo(4);
      assertThat(it.euros("a")).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void eventsOfSeveralTasksAreOneTransaction(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      List<String> accounts = List.of("k", "l", "m", "n", "o");
      for (String account : accounts) {
        it.run(it.bank.call(account, "open", 1L));
      }

      Outcome paid = it.run(Exchange.class, "x", new Exchange.PayBoth(accounts, "withdraw"));
      Outcome refused = it.run(Exchange.class, "x", new Exchange.PayBoth(accounts, "withdraw"));
      Outcome twice =
          it.run(Exchange.class, "x", new Exchange.PayBoth(List.of("k", "l"), "deposit n"));

      assertThat(paid).isInstanceOf(Outcome.Committed.class);
      assertThat(RunningMarket.reason(refused).code()).isEqualTo("insufficient");
      assertThat(RunningMarket.reason(twice).code()).isEqualTo("instance-twice");
      assertThat(it.account("k")).isZero();
      assertThat(it.account("n")).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void rootCallsOfBothKindsRunInOrder(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      Outcome done =
          it.run(
              it.call(Purse.class, "b", new Purse.Add("EUR", 5)),
              it.bank.call("n", "open", 7L),
              it.call(Exchange.class, "x", new Exchange.Move("b", "a", 5)),
              it.call(Purse.class, "b", new Purse.Balance("EUR")),
              it.call(Purse.class, "a", new Purse.Add("EUR", 1)));
      Outcome refused =
          it.run(it.call(Purse.class, "b", new Purse.Add("EUR", 5)), it.bank.call("n", "open", 7L));

      assertThat(done)
          .isInstanceOfSatisfying(
              Outcome.Committed.class,
              committed ->
                  assertThat(committed.results())
                      .extracting(each -> each == null ? "none" : String.valueOf(each))
                      .containsExactly(
                          "ProcedureResult[type=Purse, procedure=Add, value=5]",
                          "none",
                          "ProcedureResult[type=Exchange, procedure=Move, value=0]",
                          "ProcedureResult[type=Purse, procedure=Balance, value=0]",
                          "ProcedureResult[type=Purse, procedure=Add, value=6]"));
      assertThat(RunningMarket.reason(refused).code()).isEqualTo("state");
      assertThat(it.euros("b")).isZero();
      assertThat(it.account("n")).isEqualTo(7);
    }
  }
}
