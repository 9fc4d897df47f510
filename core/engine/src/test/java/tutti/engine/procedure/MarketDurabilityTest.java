package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;

/** The effects of procedures are there after a crash, on every deployment. */
class MarketDurabilityTest {
  @TempDir Path folder;

  private static Setup setup(ConcurrencyControlKind control, int containers) {
    return new Setup(control, containers, 1, ExecutorMode.best());
  }

  private static Outcome keyed(RunningMarket it) throws Exception {
    Call pay = it.call(Exchange.class, "x", new Exchange.Pay("n", "a", 3));
    return it.start(new TransactionRequest(List.of(pay), new Idempotency("k", 1), 5_000_000_000L))
        .get();
  }

  @ParameterizedTest
  @MethodSource("tutti.engine.deployment.SomeControls#inTurn")
  void everyAcknowledgedCommitIsThereAfterACrash(ConcurrencyControlKind control) throws Exception {
    Outcome paid;
    try (Disk disk = FolderDisk.open(folder)) {
      RunningMarket it = new RunningMarket(setup(control, 2), Durability.SYNC, disk);
      it.run(it.bank.call("n", "open", 10L));
      it.run(Purse.class, "b", new Purse.Add("EUR", 40));
      it.run(Exchange.class, "x", new Exchange.Move("b", "a", 15));
      it.run(Exchange.class, "x", new Exchange.Swap("a", "b"));
      it.run(Exchange.class, "x", new Exchange.Move("b", "a", 100));
      paid = keyed(it);
      it.abandon();
    }
    try (Disk disk = FolderDisk.open(folder);
        RunningMarket it = new RunningMarket(setup(control, 8), Durability.SYNC, disk)) {
      assertThat(RunningMarket.value(paid)).isEqualTo(28L);
      assertThat(keyed(it)).as("as it was told before").isEqualTo(paid);
      assertThat(it.euros("a")).isEqualTo(28);
      assertThat(it.euros("b")).isEqualTo(15);
      assertThat(it.account("n")).isEqualTo(7);
    }
  }
}
