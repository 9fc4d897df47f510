package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;

/** Keyed requests that change nothing: they keep no key, and a repeat runs anew. */
class KeysOfLooksTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private static RunningMarket.Setup setup(ConcurrencyControlKind control, int nodes) {
    return new RunningMarket.Setup(control, nodes, 2, 1, ExecutorMode.best());
  }

  private static Outcome ask(HostNode node, String key, long fingerprint, long staleness, Call call)
      throws Exception {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    node.submit(
        new TransactionRequest(
            List.of(call), new Idempotency(key, fingerprint), 60 * SECOND, staleness),
        outcome::complete);
    return outcome.get(180, TimeUnit.SECONDS);
  }

  private static Call balance(RunningMarket market, String purse) {
    return market.call(Purse.class, purse, new Purse.Balance("EUR"));
  }

  private static void assertNoKeys(RunningMarket market) throws Exception {
    for (HostNode each : market.nodes) {
      market.awaitThat(() -> each.statistics().transactions().inFlight() == 0);
      assertThat(each.shards(LocalShards.class).term().knownKeys())
          .isEqualTo(each.statistics().kept().keys());
      assertThat(each.shards(LocalShards.class).term().knownKeys()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OPTIMISTIC,1,-1",
    "TWO_PHASE_LOCKING,1,-1",
    "OPTIMISTIC,3,-1",
    "OPTIMISTIC,1,0",
    "OPTIMISTIC,3,0"
  })
  void aQueryKeepsNoKeyAndItsRepeatSeesWhatHasChanged(
      ConcurrencyControlKind control, int nodes, long staleness) throws Exception {
    try (RunningMarket market = new RunningMarket(setup(control, nodes))) {
      String purse = market.key("Purse", "p", nodes - 1);
      market.run(Purse.class, purse, new Purse.Add("EUR", 5));

      Outcome first = ask(market.node, "k", 1, staleness, balance(market, purse));
      market.run(Purse.class, purse, new Purse.Add("EUR", 1));
      Outcome again = ask(market.node, "k", 1, staleness, balance(market, purse));
      Outcome other = ask(market.node, "k", 2, staleness, balance(market, purse));

      assertThat(RunningMarket.value(first)).isEqualTo(5L);
      assertThat(RunningMarket.value(again)).isEqualTo(6L);
      assertThat(RunningMarket.value(other)).isEqualTo(6L);
      assertThat(again.transaction()).isNotEqualTo(first.transaction());
      assertNoKeys(market);
    }
  }

  /** A procedure that may write, and finds nothing to do. */
  @Test
  void aProcedureThatChangesNothingKeepsNoKey() throws Exception {
    try (RunningMarket market = new RunningMarket(setup(ConcurrencyControlKind.OPTIMISTIC, 1))) {
      for (int i = 0; i < 50; i++) {
        Call all =
            market.call(
                Market.Exchange.class,
                "x",
                new Market.Exchange.Forget(List.of(), java.util.Optional.empty()));
        assertThat(ask(market.node, "k" + i, 1, -1, all)).isInstanceOf(Outcome.Committed.class);
      }
      assertNoKeys(market);
    }
  }

  @Test
  void aKeyThatOnlyLookedIsFreeBeforeAndAfterARestart() throws Exception {
    TransactionId first;
    try (FolderDisk disk = FolderDisk.open(folder);
        RunningMarket market =
            new RunningMarket(setup(ConcurrencyControlKind.OPTIMISTIC, 1), Durability.SYNC, disk)) {
      market.run(Purse.class, "p", new Purse.Add("EUR", 5));
      first = ask(market.node, "look", 1, -1, balance(market, "p")).transaction();
      ask(market.node, "add", 1, -1, market.call(Purse.class, "p", new Purse.Add("EUR", 2)));
      assertThat(market.node.shards(LocalShards.class).term().knownKeys()).isEqualTo(1);
    }
    try (FolderDisk disk = FolderDisk.open(folder);
        RunningMarket market =
            new RunningMarket(setup(ConcurrencyControlKind.OPTIMISTIC, 1), Durability.SYNC, disk)) {
      Outcome again = ask(market.node, "look", 1, -1, balance(market, "p"));
      assertThat(RunningMarket.value(again)).isEqualTo(7L);
      assertThat(again.transaction()).isNotEqualTo(first);
      assertThat(market.node.shards(LocalShards.class).term().knownKeys()).isEqualTo(1);
    }
  }
}
