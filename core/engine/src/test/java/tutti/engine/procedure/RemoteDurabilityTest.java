package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.distribution.message.CommitStep;
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

/** Two nodes that crash while one of them has voted for what procedures did there. */
class RemoteDurabilityTest {
  @TempDir Path folder;

  private interface Body {
    void run(RunningMarket it) throws Exception;
  }

  /** Both nodes live, until they crash. */
  private void life(ConcurrencyControlKind control, Body body) throws Exception {
    List<Disk> disks = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      disks.add(FolderDisk.open(Files.createDirectories(folder.resolve("node-" + i))));
    }
    RunningMarket it =
        new RunningMarket(new Setup(control, 2, 1, 1, ExecutorMode.best()), Durability.SYNC, disks);
    try {
      body.run(it);
    } finally {
      it.abandon();
      for (Disk disk : disks) {
        disk.close();
      }
    }
  }

  /** From the first node's purse to the second's, by an exchange of the first. */
  private static TransactionRequest move(RunningMarket it) {
    Call move =
        it.call(
            Exchange.class,
            it.key("Exchange", "x", 0),
            new Exchange.Move(it.key("Purse", "a", 0), it.key("Purse", "b", 1), 30));
    return new TransactionRequest(List.of(move), new Idempotency("k", 1), 5_000_000_000L);
  }

  private static void awaitDoubt(RunningMarket it) throws InterruptedException {
    while (!it.nodes.get(1).statistics().members().inDoubt().toString().contains("Purse")) {
      Thread.sleep(1);
    }
  }

  private void open(ConcurrencyControlKind control) throws Exception {
    life(control, it -> it.run(Purse.class, it.key("Purse", "a", 0), new Purse.Add("EUR", 100)));
  }

  @ParameterizedTest
  @MethodSource("tutti.engine.deployment.SomeControls#inTurn")
  void whatWasDecidedIsThereThoughTheParticipantNeverHeardOfIt(ConcurrencyControlKind control)
      throws Exception {
    open(control);
    Outcome[] told = new Outcome[1];
    life(
        control,
        it -> {
          it.lose(CommitStep.Kind.COMMIT);
          told[0] = it.start(move(it)).get();
          awaitDoubt(it);
        });
    assertThat(RunningMarket.value(told[0])).isEqualTo(70L);
    life(
        control,
        it -> {
          assertThat(it.start(move(it)).get()).as("told again").isEqualTo(told[0]);
          assertThat(it.euros(it.key("Purse", "b", 1))).isEqualTo(30);
          assertThat(it.euros(it.key("Purse", "a", 0))).isEqualTo(70);
          it.awaitIdle();
        });
  }

  @ParameterizedTest
  @MethodSource("tutti.engine.deployment.SomeControls#inTurn")
  void whatTheCoordinatorDidNotDecideIsUndone(ConcurrencyControlKind control) throws Exception {
    open(control);
    life(
        control,
        it -> {
          it.lose(CommitStep.Kind.VOTE_YES);
          CompletableFuture<Outcome> outcome = it.start(move(it));
          awaitDoubt(it);
          assertThat(outcome).isNotDone();
        });
    life(
        control,
        it -> {
          assertThat(it.euros(it.key("Purse", "b", 1))).isZero();
          assertThat(RunningMarket.value(it.start(move(it)).get())).isEqualTo(70L);
          assertThat(it.euros(it.key("Purse", "b", 1))).isEqualTo(30);
          it.awaitIdle();
        });
  }
}
