package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Call;
import tutti.model.testing.Await;

/** Queries that read a snapshot, on one node and on several. */
class SnapshotQueriesTest {
  private static final long SECOND = 1_000_000_000L;

  private static RunningMarket market(int nodes) throws Exception {
    return market(ConcurrencyControlKind.OPTIMISTIC, nodes);
  }

  private static RunningMarket market(ConcurrencyControlKind control, int nodes) throws Exception {
    return new RunningMarket(new RunningMarket.Setup(control, nodes, 2, 1, ExecutorMode.best()));
  }

  private static Outcome ask(HostNode node, long staleness, Call... calls) throws Exception {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    node.submit(
        new TransactionRequest(List.of(calls), null, 10 * SECOND, staleness), outcome::complete);
    return outcome.get(180, TimeUnit.SECONDS);
  }

  private static List<String> purses(RunningMarket market, int count) throws Exception {
    List<String> purses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      purses.add(market.key("Purse", "p" + i + "-", i % market.nodes.size()));
      market.run(Purse.class, purses.get(i), new Purse.Add("EUR", 100));
    }
    return purses;
  }

  private static Call total(RunningMarket market, List<String> purses) {
    return market.call(Exchange.class, "x", new Exchange.Total(purses));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void seesWhatHadEndedAndSaysHowOldItIs(int nodes) throws Exception {
    try (RunningMarket market = market(nodes)) {
      List<String> purses = purses(market, 4);
      for (int i = 0; i < 5; i++) {
        market.run(Purse.class, purses.get(i % 4), new Purse.Add("EUR", 1));
        Outcome seen = ask(market.nodes.get(i % nodes), 0, total(market, purses));
        assertThat(RunningMarket.value(seen)).isEqualTo(401L + i);
        assertThat(((Outcome.Committed) seen).age()).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void isSharedByWhoAllowsItsAgeAndNobodyElse(int nodes) throws Exception {
    try (RunningMarket market = market(nodes)) {
      List<String> purses = purses(market, 3);
      assertThat(RunningMarket.value(ask(market.node, 20 * SECOND, total(market, purses))))
          .isEqualTo(300L);
      market.run(Purse.class, purses.getFirst(), new Purse.Add("EUR", 1));
      assertThat(RunningMarket.value(ask(market.node, 20 * SECOND, total(market, purses))))
          .isEqualTo(300L);
      assertThat(RunningMarket.value(ask(market.node, 0, total(market, purses)))).isEqualTo(301L);
    }
  }

  /** The sum never changes, whatever moves between purses of several nodes meanwhile. */
  @ParameterizedTest
  @CsvSource({"OPTIMISTIC,1", "OPTIMISTIC,3", "NO_WAIT,3", "WAIT_DIE,1", "WOUND_WAIT,3"})
  void neverSeesHalfOfWhatMoves(ConcurrencyControlKind control, int nodes) throws Exception {
    try (RunningMarket market = market(control, nodes)) {
      List<String> purses = purses(market, 6);
      AtomicBoolean over = new AtomicBoolean();
      List<Thread> movers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Random random = new Random(i);
        int at = i % nodes;
        movers.add(Thread.ofPlatform().start(() -> move(market, purses, at, random, over)));
      }
      int moved = 0;
      Object before = null;
      for (int i = 0; i < 150; i++) {
        Outcome seen =
            ask(
                market.nodes.get(i % nodes),
                0,
                total(market, purses),
                market.call(Purse.class, purses.getFirst(), new Purse.Balance("EUR")));
        assertThat(RunningMarket.value(seen)).isEqualTo(600L);
        Object first = ((Outcome.Committed) seen).results().get(1);
        moved += first.equals(before) ? 0 : 1;
        before = first;
      }
      over.set(true);
      for (Thread mover : movers) {
        mover.join();
      }
      assertThat(moved).isGreaterThan(10);
    }
  }

  private static void move(
      RunningMarket market, List<String> purses, int at, Random random, AtomicBoolean over) {
    try {
      while (!over.get()) {
        int from = random.nextInt(purses.size());
        int to = (from + 1 + random.nextInt(purses.size() - 1)) % purses.size();
        market.runAt(
            at,
            market.call(
                Exchange.class,
                "m" + random.nextInt(4),
                new Exchange.Move(purses.get(from), purses.get(to), random.nextInt(9))));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void refusesWhateverWrites(int nodes) throws Exception {
    try (RunningMarket market = market(nodes)) {
      Call add = market.call(Purse.class, "a", new Purse.Add("EUR", 1));
      assertThat(RunningMarket.value(ask(market.node, 0, add))).isEqualTo("not-a-query");
      for (boolean calls : new boolean[] {false, true}) {
        Call bad = market.call(Purse.class, "a", new Purse.BadQuery(calls));
        assertThat(RunningMarket.value(ask(market.node, 0, bad))).isEqualTo("query-writes");
      }
      assertThat(RunningMarket.value(ask(market.node, 0, market.bank.call("a", "deposit", 1L))))
          .isEqualTo("not-a-query");
      assertThat(market.euros("a")).isZero();
    }
  }

  @Test
  void isRefusedWhereNoOlderVersionsAreKept() throws Exception {
    try (RunningMarket market =
        new RunningMarket(
            new RunningMarket.Setup(
                ConcurrencyControlKind.TWO_PHASE_LOCKING, 1, 1, ExecutorMode.best()))) {
      Outcome refused = ask(market.node, 0, total(market, List.of("a")));
      assertThat(RunningMarket.value(refused)).isEqualTo("no-snapshots");
      assertThat(RunningMarket.reason(refused).message()).contains("optimistic");
    }
  }

  @Test
  void endsWhenNobodyReadsItAndKeepsNothingThen() throws Exception {
    try (RunningMarket market = market(3)) {
      List<String> purses = purses(market, 3);
      ask(market.nodes.get(1), 0, total(market, purses));
      market.run(Purse.class, purses.getFirst(), new Purse.Add("EUR", 1));
      for (HostNode node : market.nodes) {
        Snapshots snapshots = node.shards(LocalShards.class).term().snapshots();
        Await.that("closed", () -> snapshots.count() == 0);
        assertThat(snapshots.rows()).isZero();
      }
    }
  }

  @Test
  void waitsForNobodyWhoHoldsARow() throws Exception {
    try (RunningMarket market = market(3)) {
      List<String> purses = purses(market, 3);
      String gate = "snapshot-hold";
      CompletableFuture<Outcome> holder =
          market.start(
              market.call(Exchange.class, "h", new Exchange.Total(List.of())),
              market.call(Purse.class, purses.get(1), new Purse.Hold("EUR", gate)));
      assertThat(RunningMarket.value(ask(market.node, 0, total(market, purses)))).isEqualTo(300L);
      assertThat(holder).isNotDone();
      Market.Gates.of(gate).countDown();
      holder.get(180, TimeUnit.SECONDS);
      assertThat(RunningMarket.value(ask(market.node, 0, total(market, purses)))).isEqualTo(201L);
    }
  }

  @Test
  void saysWhichNodeIsMissing() throws Exception {
    RunningMarket market = market(3);
    List<String> purses = purses(market, 3);
    market.stop(2);
    Outcome none = ask(market.node, 0, total(market, purses));
    assertThat(RunningMarket.reason(none)).isInstanceOf(Reason.Unavailable.class);
    assertThat(RunningMarket.reason(none).message()).contains("n2");
    market.abandon();
  }

  @Test
  void aProgramIsJudgedAsWithoutASnapshot() throws Exception {
    try (RunningMarket market = market(3)) {
      List<String> twice = List.of("a", "a");
      Outcome now = market.run(Exchange.class, "x", new Exchange.Total(twice));
      Outcome before = ask(market.node, 0, total(market, twice));
      assertThat(RunningMarket.value(before)).isEqualTo(RunningMarket.value(now));
      assertThat(Optional.ofNullable(RunningMarket.value(now))).isPresent();
    }
  }
}
