package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.LocalShards;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Gates;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.testing.Await;

/** Many transactions at once on the rows of one actor, under every concurrency control. */
class OneActorTest {
  private static final String[] CURRENCIES = {"CHF", "DKK", "EUR", "NOK", "PLN", "SEK"};
  private static final int EACH = 100;
  private static final int TRANSACTIONS = 300;
  @TempDir Path folder;

  private static Setup setup(ConcurrencyControlKind control, int containers) {
    return new Setup(control, containers, 2, ExecutorMode.best());
  }

  private static void fill(RunningMarket it) throws Exception {
    for (String currency : CURRENCIES) {
      it.run(Purse.class, "p", new Purse.Add(currency, EACH));
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void whoSumsUpSeesNoChangeHalfDone(ConcurrencyControlKind control) throws Exception {
    try (RunningMarket it = new RunningMarket(setup(control, 1))) {
      fill(it);
      List<CompletableFuture<Outcome>> changes = new ArrayList<>();
      List<CompletableFuture<Outcome>> sums = new ArrayList<>();
      for (int i = 0; i < TRANSACTIONS; i++) {
        String from = CURRENCIES[i % CURRENCIES.length];
        String to = CURRENCIES[(i + 1 + i % 4) % CURRENCIES.length];
        changes.add(it.start(Purse.class, "p", new Purse.Change(from, to, 1)));
        if (i % 5 == 0) {
          sums.add(it.start(Purse.class, "p", new Purse.Sum()));
        }
      }
      for (CompletableFuture<Outcome> change : changes) {
        assertThat(change.get(180, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      }
      for (CompletableFuture<Outcome> sum : sums) {
        assertThat(RunningMarket.value(sum.get(180, TimeUnit.SECONDS))).isEqualTo(600L);
      }
      assertThat(it.value(Purse.class, "p", new Purse.Sum())).isEqualTo(600L);
      assertThat(it.node.statistics().waits().waiting()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void getsManyRowsTogetherWithItsOwnWritesAmongThem(ConcurrencyControlKind control)
      throws Exception {
    try (RunningMarket it = new RunningMarket(setup(control, 1))) {
      List<String> currencies = new ArrayList<>();
      List<Long> expected = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        currencies.add("X" + i);
        expected.add(i == 17 ? 200L : 100L + i);
        it.run(Purse.class, "p", new Purse.Add("X" + i, i == 17 ? 100 : 100 + i));
      }
      assertThat(it.value(Purse.class, "p", new Purse.All(currencies, "X17"))).isEqualTo(expected);
      currencies.add("none");
      assertThat(it.run(Purse.class, "p", new Purse.All(currencies, "X17")))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> assertThat(aborted.reason().code()).isEqualTo("no-such-row"));
    }
  }

  /** Rows stay locked while calls of other containers run: transactions meet. */
  @ParameterizedTest
  @EnumSource(
      value = ConcurrencyControlKind.class,
      names = {"NO_WAIT", "WAIT_DIE", "WOUND_WAIT"})
  void transactionsThatMeetAtARowWaitOrBeginAnew(ConcurrencyControlKind control) throws Exception {
    try (RunningMarket it = new RunningMarket(setup(control, 4))) {
      it.run(Purse.class, "a", new Purse.Add("EUR", 1000));
      it.run(Purse.class, "b", new Purse.Add("EUR", 1000));
      List<CompletableFuture<Outcome>> moves = new ArrayList<>();
      for (int i = 0; i < TRANSACTIONS; i++) {
        boolean there = i % 2 == 0;
        moves.add(
            it.start(
                Exchange.class,
                "x" + i,
                new Exchange.Move(there ? "a" : "b", there ? "b" : "a", 1)));
      }
      for (CompletableFuture<Outcome> move : moves) {
        assertThat(move.get(180, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      }
      assertThat(it.euros("a")).isEqualTo(1000);
      assertThat(it.euros("b")).isEqualTo(1000);
      long delayed = it.node.statistics().waits().delayed();
      assertThat(it.node.statistics().transactions().retries() + delayed)
          .as("they met")
          .isPositive();
      if (control == ConcurrencyControlKind.NO_WAIT) {
        assertThat(delayed).isZero();
      }
      assertThat(it.node.statistics().waits().waiting()).isZero();
    }
  }

  /** Under wound-wait the younger waits for the older, like for anything of an actor. */
  @Test
  void whoWaitsForARowIsSeenWaitingAndEndsAtItsDeadline() throws Exception {
    try (RunningMarket it = new RunningMarket(setup(ConcurrencyControlKind.WOUND_WAIT, 1))) {
      String gate = "deadline";
      CompletableFuture<Outcome> holds = it.start(Purse.class, "p", new Purse.Hold("EUR", gate));
      await(() -> uses(it).contains("holds locks on rows"));
      assertThat(it.value(Purse.class, "p", new Purse.Add("CHF", 1)))
          .as("other rows")
          .isEqualTo(1L);

      CompletableFuture<Outcome> waits = new CompletableFuture<>();
      it.node.submit(
          new TransactionRequest(
              List.of(it.call(Purse.class, "p", new Purse.Add("EUR", 1))), null, 500_000_000L),
          waits::complete);
      await(() -> uses(it).contains("waits: to read a row of amounts"));
      Outcome late = waits.get(180, TimeUnit.SECONDS);

      assertThat(RunningMarket.reason(late))
          .isInstanceOfSatisfying(
              Reason.Deadline.class,
              reason -> {
                assertThat(reason.message()).contains("Purse[p]");
                assertThat(reason.code()).isEqualTo("deadline");
              });
      assertThat(it.node.statistics().waits().waiting()).isZero();
      Gates.of(gate).countDown();
      assertThat(holds.get(180, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(it.euros("p")).isEqualTo(1);
    }
  }

  @Test
  void whoWaitsForARowGoesOnWhenItsHolderHasEnded() throws Exception {
    try (RunningMarket it = new RunningMarket(setup(ConcurrencyControlKind.WOUND_WAIT, 1))) {
      String gate = "granted";
      CompletableFuture<Outcome> oldest = it.start(Purse.class, "p", new Purse.Hold("EUR", gate));
      await(() -> uses(it).contains("holds locks on rows"));
      CompletableFuture<Outcome> youngest =
          it.start(
              it.call(Purse.class, "p", new Purse.Add("CHF", 5)),
              it.call(Purse.class, "p", new Purse.Change("EUR", "CHF", 1)));
      await(() -> uses(it).contains("waits: "));
      Gates.of(gate).countDown();
      assertThat(oldest.get(180, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(youngest.get(180, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(it.euros("p")).isZero();
      assertThat(it.value(Purse.class, "p", new Purse.Sum())).isEqualTo(6L);
    }
  }

  private static String uses(RunningMarket it) {
    return it.node.shards(LocalShards.class).term().look().stream()
        .map(actor -> String.join("; ", actor.uses()))
        .toList()
        .toString();
  }

  private static void await(BooleanSupplier what) throws Exception {
    Await.that("what is waited for", what::getAsBoolean);
  }

  @ParameterizedTest
  @MethodSource("tutti.engine.deployment.SomeControls#inTurn")
  void whatWasAcknowledgedIsThereAfterACrash(ConcurrencyControlKind control) throws Exception {
    List<CompletableFuture<Outcome>> changes = new ArrayList<>();
    try (Disk disk = FolderDisk.open(folder)) {
      RunningMarket it = new RunningMarket(setup(control, 1), Durability.SYNC, disk);
      fill(it);
      for (int i = 0; i < TRANSACTIONS; i++) {
        String from = CURRENCIES[i % CURRENCIES.length];
        changes.add(it.start(Purse.class, "p", new Purse.Change(from, "t" + i, 1)));
      }
      changes.get(TRANSACTIONS / 3).get(180, TimeUnit.SECONDS);
      it.abandon();
    }
    try (Disk disk = FolderDisk.open(folder);
        RunningMarket it = new RunningMarket(setup(control, 1), Durability.SYNC, disk)) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        if (changes.get(i).getNow(null) instanceof Outcome.Committed) {
          Object there = it.value(Purse.class, "p", new Purse.Balance("t" + i));
          assertThat(there).as("what %s got", i).isEqualTo(1L);
        }
      }
      assertThat(it.value(Purse.class, "p", new Purse.Sum())).isEqualTo(600L);
    }
  }
}
