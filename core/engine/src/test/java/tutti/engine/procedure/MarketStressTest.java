package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.testing.Effort;

/** Many transactions at once, most of which get in each other's way: their totals come out. */
class MarketStressTest {
  private static final int PURSES = 6;
  private static final long EACH = 1_000;
  private static final int TRANSACTIONS = 300;

  static List<Setup> setups() {
    return Effort.some(RunningMarket.setups());
  }

  /** A deadlock across nodes is found within some tenths of a second, and these have many. */
  private static int transactions(Setup setup) {
    boolean deadlocks =
        setup.control() == ConcurrencyControlKind.TWO_PHASE_LOCKING
            || setup.control() == ConcurrencyControlKind.PATH_SENSITIVE;
    return setup.nodes() > 1 && deadlocks ? TRANSACTIONS / 5 : TRANSACTIONS;
  }

  private static String purse(int number) {
    return "p" + number;
  }

  private static List<String> purses() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < PURSES; i++) {
      all.add(purse(i));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("setups")
  void conservesMoney(Setup setup) throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
    try (RunningMarket it = new RunningMarket(setup)) {
      for (String purse : purses()) {
        it.run(Purse.class, purse, new Purse.Add("EUR", EACH));
      }
      it.run(it.bank.call("bank", "open", EACH));
      List<CompletableFuture<Outcome>> moves = new ArrayList<>();
      List<CompletableFuture<Outcome>> totals = new ArrayList<>();
      for (int i = transactions(setup); i > 0; i--) {
        String from = purse(random.nextInt(PURSES));
        String to = purse(random.nextInt(PURSES));
        String exchange = "x" + random.nextInt(3);
        switch (random.nextInt(6)) {
          case 0 -> moves.add(it.start(Exchange.class, exchange, new Exchange.Swap(from, to)));
          case 1 -> totals.add(it.start(Exchange.class, exchange, new Exchange.Total(purses())));
          case 2 ->
              moves.add(it.start(Exchange.class, exchange, new Exchange.Pay("bank", from, 1)));
          case 3 ->
              moves.add(
                  it.start(
                      Exchange.class,
                      exchange,
                      new Exchange.Forget(purses(), Optional.of("abort"))));
          default -> moves.add(it.start(Exchange.class, exchange, new Exchange.Move(from, to, 7)));
        }
      }
      long paid = 0;
      for (CompletableFuture<Outcome> move : moves) {
        switch (move.get(180, TimeUnit.SECONDS)) {
          case Outcome.Committed done -> paid += done.results().toString().contains("Pay") ? 1 : 0;
          case Outcome.Aborted(var id, var reason) ->
              assertThat(reason).as(reason.message()).isInstanceOf(Reason.Refused.class);
          case Outcome.InDoubt doubt -> throw new AssertionError(doubt);
        }
      }
      long bank = it.account("bank");
      assertThat(paid).isPositive().isEqualTo(EACH - bank);
      for (CompletableFuture<Outcome> total : totals) {
        assertThat(RunningMarket.value(total.get(180, TimeUnit.SECONDS)))
            .isInstanceOfSatisfying(
                Long.class,
                sum -> assertThat(sum).isBetween(PURSES * EACH, PURSES * EACH + EACH - bank));
      }
      assertThat(it.value(Exchange.class, "x", new Exchange.Total(purses())))
          .isEqualTo(PURSES * EACH + EACH - bank);
      it.awaitIdle();
      if (setup.control() == ConcurrencyControlKind.TWO_PHASE_LOCKING && setup.containers() == 8) {
        meetInDeadlock(it);
      }
    }
  }

  /** Usually some have by then; else some of those that want the same purses do, soon. */
  private static void meetInDeadlock(RunningMarket it) throws Exception {
    for (int i = 0; i < 200 && it.node.statistics().waits().deadlocks() == 0; i++) {
      List<CompletableFuture<Outcome>> swaps = new ArrayList<>();
      for (int j = 0; j < TRANSACTIONS; j++) {
        Exchange.Swap swap = new Exchange.Swap(purse(j % PURSES), purse((j + 1 + i) % PURSES));
        swaps.add(it.start(Exchange.class, "x" + j % 3, swap));
      }
      for (CompletableFuture<Outcome> swap : swaps) {
        assertThat(swap.get(180, TimeUnit.SECONDS)).isNotInstanceOf(Outcome.InDoubt.class);
      }
    }
    assertThat(it.node.statistics().waits().deadlocks()).isPositive();
  }
}
