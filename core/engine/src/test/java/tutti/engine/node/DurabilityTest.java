package tutti.engine.node;

import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.journal.Disk;
import tutti.engine.journal.FailingDisk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.testing.Await;
import tutti.model.testing.Effort;

/** The data that a node finds again on its disk. */
class DurabilityTest {
  @TempDir Path folder;

  private static Deployment deployment(ConcurrencyControlKind control, int containers) {
    return Deployment.DEFAULT.toBuilder()
        .concurrencyControl(control)
        .durability(Durability.SYNC)
        .containers(containers)
        .executors(containers)
        .journal(new JournalSettings(1 << 20, 64 << 10, Duration.ZERO))
        .transactionTimeout(Duration.ofSeconds(5))
        .build();
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void everyAcknowledgedCommitIsThereAfterACrash(ConcurrencyControlKind control) throws Exception {
    Outcome booked;
    try (Disk disk = FolderDisk.open(folder)) {
      RunningNode it = new RunningNode(deployment(control, 1), disk);
      it.run(it.bank.call("a", "open", 100L), it.bank.call("b", "open", 0L));
      booked = it.run(it.bank.transfer("t", "book", 30L, "a", "b"));
      it.run(it.bank.call("a", "match", "b"));
      it.abandon();
    }
    try (Disk disk = FolderDisk.open(folder);
        RunningNode it = new RunningNode(deployment(control, 4), disk)) {
      assertThat(it.balance("a")).isEqualTo(30);
      assertThat(it.balance("b")).isEqualTo(30);
      assertThat(it.status(booked.transaction())).isEqualTo(new TransactionStatus.Ended(booked));
      assertThat(it.run(it.bank.transfer("t", "book", 1L, "a", "b")))
          .isInstanceOf(Outcome.Aborted.class);
    }
  }

  @Test
  void anIdempotencyKeyIsAnsweredAsBeforeTheCrash() throws Exception {
    Outcome first;
    try (Disk disk = FolderDisk.open(folder)) {
      RunningNode it = new RunningNode(Deployment.DEFAULT, disk);
      it.run(it.bank.call("a", "open", 0L));
      first = RunningNode.await(it.start(keyed(it)));
      it.abandon();
    }
    try (Disk disk = FolderDisk.open(folder);
        RunningNode it = new RunningNode(Deployment.DEFAULT, disk)) {
      assertThat(RunningNode.await(it.start(keyed(it)))).isEqualTo(first);
      assertThat(it.balance("a")).isEqualTo(7);
    }
  }

  /** A leader whose clock is days behind, or one of several nodes: others' clocks are right. */
  @Test
  void aKeyThatWasUsedWhileTheClockWasBehindIsKeptOnceItIsRight() throws Exception {
    Duration behind = Duration.ofDays(3);
    Outcome first;
    try (Disk disk = FolderDisk.open(folder)) {
      RunningNode it =
          new RunningNode(Deployment.DEFAULT, disk, real -> new ApartClock(real, behind));
      it.run(it.bank.call("a", "open", 0L));
      first = RunningNode.await(it.start(keyed(it)));
      it.abandon();
    }
    try (Disk disk = FolderDisk.open(folder);
        RunningNode it =
            new RunningNode(Deployment.DEFAULT, disk, real -> new ApartClock(real, ZERO))) {
      TransactionRequest another =
          new TransactionRequest(
              List.of(it.bank.call("a", "deposit", 1L)),
              new Idempotency("another", 2),
              RunningNode.TIMEOUT_NANOS);
      RunningNode.await(it.start(another));
      assertThat(RunningNode.await(it.start(keyed(it)))).isEqualTo(first);
      assertThat(it.balance("a")).isEqualTo(8);
    }
  }

  private static TransactionRequest keyed(RunningNode it) {
    return new TransactionRequest(
        List.of(it.bank.call("a", "deposit", 7L)),
        new Idempotency("key", 1),
        RunningNode.TIMEOUT_NANOS);
  }

  @ParameterizedTest
  @MethodSource("tutti.engine.deployment.SomeControls#inTurn")
  void checkpointsUnderLoadLoseNothing(ConcurrencyControlKind control) throws Exception {
    int accounts = 5;
    long[] balances = new long[accounts];
    for (int round = 0; round < 1 + Effort.of(2); round++) {
      try (Disk disk = FolderDisk.open(folder)) {
        RunningNode it = new RunningNode(deployment(control, 1 + round), disk);
        for (int i = 0; i < accounts; i++) {
          if (round == 0) {
            it.run(it.bank.call("a" + i, "open", 1000L));
          } else {
            assertThat(it.balance("a" + i)).isEqualTo(balances[i]);
          }
        }
        load(it, accounts, round);
        awaitCheckpoint(it);
        long sum = 0;
        for (int i = 0; i < accounts; i++) {
          balances[i] = it.balance("a" + i);
          sum += balances[i];
        }
        assertThat(sum).isEqualTo(1000L * accounts);
        it.abandon();
      }
    }
  }

  private static void awaitCheckpoint(RunningNode it) throws Exception {
    Await.that(
        "a checkpoint",
        () -> {
          it.balance("a0");
          return it.node.statistics().log().checkpoints() > 0;
        });
  }

  private static void load(RunningNode it, int accounts, int round) throws Exception {
    for (int batch = 0; batch < 40; batch++) {
      List<CompletableFuture<Outcome>> running = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        String key = "t" + round + "-" + batch + "-" + i;
        running.add(
            it.start(
                it.bank.transfer(
                    key, "book", 1L + i, "a" + i % accounts, "a" + (i + 1 + batch) % accounts)));
      }
      for (CompletableFuture<Outcome> outcome : running) {
        assertThat(RunningNode.await(outcome)).isNotInstanceOf(Outcome.InDoubt.class);
      }
    }
  }

  @Test
  void aFailedFlushIsInDoubtAndNothingIsTrustedUntilRestart() throws Exception {
    Outcome doubtful;
    try (Disk disk = FolderDisk.open(folder)) {
      FailingDisk failing = new FailingDisk(disk, "");
      RunningNode it = new RunningNode(Deployment.DEFAULT, failing);
      it.run(it.bank.call("a", "open", 10L));

      failing.fail(FailingDisk.What.FORCE);
      doubtful = RunningNode.await(it.start(keyed(it)));
      failing.fail(null);
      Outcome after = it.run(it.bank.call("a", "deposit", 1L));

      assertThat(doubtful).isInstanceOf(Outcome.InDoubt.class);
      assertThat(RunningNode.await(it.start(keyed(it)))).isNotInstanceOf(Outcome.Committed.class);
      assertThat(after)
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> assertThat(aborted.reason().code()).isEqualTo("storage-failed"));
      assertThat(it.read("Account", "a")).isInstanceOf(Node.ReadResult.Failed.class);
      assertThat(it.listing("Account")).isInstanceOf(Node.ListFailed.class);
      it.abandon();
    }
    try (Disk disk = FolderDisk.open(folder);
        RunningNode it = new RunningNode(Deployment.DEFAULT, disk)) {
      long before = it.balance("a");
      Outcome resolved = RunningNode.await(it.start(keyed(it)));

      assertThat(before).isIn(10L, 17L);
      assertThat(resolved).isInstanceOf(Outcome.Committed.class);
      assertThat(resolved.transaction().equals(doubtful.transaction())).isEqualTo(before == 17);
      assertThat(it.balance("a")).isEqualTo(17);
    }
  }

  @Test
  void aNodeWhoseJournalHasFailedIsNotReadyAndTells() throws Exception {
    try (Disk disk = FolderDisk.open(folder)) {
      FailingDisk failing = new FailingDisk(disk, "");
      RunningNode it = new RunningNode(Deployment.DEFAULT, failing);
      List<String> told = new CopyOnWriteArrayList<>();
      it.node.onJournalFailure(told::add);
      it.run(it.bank.call("a", "open", 10L));
      assertThat(it.node.readiness()).isEqualTo(new Readiness(null, List.of(), false));
      assertThat(told).isEmpty();

      failing.fail(FailingDisk.What.FORCE);
      it.run(it.bank.call("a", "deposit", 1L));

      Readiness now = it.node.readiness();
      assertThat(now.journalFailed()).isTrue();
      assertThat(now.notReady()).contains("journal", "until restart", "Input/output error");
      Await.that("the failure is told", () -> !told.isEmpty());
      assertThat(told).containsExactly(now.notReady());
      failing.fail(null);
      it.run(it.bank.call("a", "deposit", 1L));
      assertThat(it.node.readiness()).isEqualTo(now);
      List<String> toldLater = new CopyOnWriteArrayList<>();
      it.node.onJournalFailure(toldLater::add);
      assertThat(toldLater).isEqualTo(told);
      it.abandon();
    }
  }

  @Test
  void aStoppedNodeGoesOnWhereItWas() throws Exception {
    for (int round = 1; round <= 3; round++) {
      try (Disk disk = FolderDisk.open(folder);
          RunningNode it = new RunningNode(Deployment.DEFAULT, disk)) {
        it.run(it.bank.call("a" + round, "open", (long) round));
        assertThat(it.list("Account", null, 10, null).items()).hasSize(round);
      }
    }
  }
}
