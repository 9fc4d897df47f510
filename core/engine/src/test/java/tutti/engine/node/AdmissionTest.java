package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Admission;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.journal.Disk;
import tutti.engine.journal.FailingDisk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/** Requests that are turned away or answered, that wait too long, or that are tried again. */
@Timeout(300)
class AdmissionTest {
  private static final long SHORT_NANOS = 300_000_000;
  private static final long LONG_NANOS = 15_000_000_000L;

  /** Accounts before "m" live in one container, the others in another. */
  private static Deployment deployment(int maxInFlight, Durability durability) {
    return Deployment.DEFAULT.toBuilder()
        .concurrencyControl(ConcurrencyControlKind.TWO_PHASE_LOCKING)
        .durability(durability)
        .containers(2)
        .executors(2)
        .placement(new Placement.Range(Map.of("Account", List.of("m"))))
        .admission(new Admission(maxInFlight, 0, Duration.ofMillis(1)))
        .transactionTimeout(Duration.ofSeconds(5))
        .build();
  }

  private static TransactionRequest keyed(RunningNode it, String key) {
    return new TransactionRequest(
        List.of(it.bank.call("a", "deposit", 7L)), new Idempotency(key, 1), LONG_NANOS);
  }

  private static void assertAborted(Outcome outcome, String code) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Aborted.class, aborted -> assertThat(aborted.reason().code()).isEqualTo(code));
  }

  /** Every flush takes a second, so a transaction keeps its place that long. */
  @Test
  void aRepeatOfWhatCommittedIsAnsweredWhileTheNodeIsFull(@TempDir Path folder) throws Exception {
    Deployment full = deployment(1, Durability.SYNC);
    Deployment slow =
        full.toBuilder()
            .journal(new Deployment.JournalSettings(1 << 20, 1 << 20, Duration.ofSeconds(1)))
            .build();
    try (Disk disk = FolderDisk.open(folder);
        RunningNode it = new RunningNode(slow, disk)) {
      it.run(it.bank.call("a", "open", 0L));
      Outcome first = RunningNode.await(it.start(keyed(it, "k")));
      CompletableFuture<Outcome> running = it.start(it.bank.call("b", "open", 0L));

      assertThat(RunningNode.await(it.start(keyed(it, "k")))).isEqualTo(first);
      assertAborted(RunningNode.await(it.start(keyed(it, "new"))), "overloaded");
      assertThat(RunningNode.await(running)).isInstanceOf(Outcome.Committed.class);
    }
  }

  /** The place of a request is free by the time its client hears of the outcome. */
  @Test
  void aClientThatWaitsForEachAnswerIsNeverTurnedAway() throws Exception {
    try (RunningNode it = new RunningNode(deployment(1, Durability.OFF), null)) {
      for (int i = 0; i < 2000; i++) {
        assertThat(it.run(it.bank.call("n" + i, "open", 0L))).isInstanceOf(Outcome.Committed.class);
      }
    }
  }

  @Test
  void aRepeatOfWhatCommittedIsAnsweredByANodeThatIsStopping() throws Exception {
    try (RunningNode it = new RunningNode(deployment(100, Durability.OFF), null)) {
      it.run(it.bank.call("a", "open", 0L));
      Outcome first = RunningNode.await(it.start(keyed(it, "k")));

      it.node.close();

      assertThat(RunningNode.await(it.start(keyed(it, "k")))).isEqualTo(first);
      TransactionId ran = first.transaction();
      TransactionId repeat =
          new TransactionId(ran.node(), ran.incarnation(), ran.number() + 1, ran.coordinator());
      assertThat(it.status(repeat)).isEqualTo(new TransactionStatus.Ended(first));
      assertAborted(RunningNode.await(it.start(keyed(it, "new"))), "stopping");
    }
  }

  @Test
  void aRepeatOfWhatCommittedIsAnsweredAfterTheJournalFailed(@TempDir Path folder)
      throws Exception {
    try (Disk disk = FolderDisk.open(folder)) {
      FailingDisk failing = new FailingDisk(disk, "");
      RunningNode it = new RunningNode(deployment(100, Durability.SYNC), failing);
      it.run(it.bank.call("a", "open", 0L));
      Outcome first = RunningNode.await(it.start(keyed(it, "k")));
      failing.fail(FailingDisk.What.FORCE);
      assertThat(it.run(it.bank.call("a", "deposit", 1L))).isInstanceOf(Outcome.InDoubt.class);

      assertThat(RunningNode.await(it.start(keyed(it, "k")))).isEqualTo(first);
      assertAborted(RunningNode.await(it.start(keyed(it, "new"))), "storage-failed");
      it.abandon();
    }
  }

  @Test
  void aDeadlineNamesWhatItWaitedForAndFreesEverything() throws Exception {
    try (RunningNode it = new RunningNode(deployment(100, Durability.OFF), null)) {
      it.run(it.bank.call("b", "open", 0L), it.bank.call("c", "open", 0L));
      it.run(it.bank.call("y", "open", 0L));
      CountDownLatch told = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      // The executor of "z" is kept busy: whoever holds "c" and needs "y" must wait for it.
      it.node.submit(
          new TransactionRequest(List.of(it.bank.call("z", "open", 0L)), null, LONG_NANOS),
          outcome -> {
            told.countDown();
            while (release.getCount() > 0) {
              Thread.onSpinWait();
            }
          });
      told.await();
      CompletableFuture<Outcome> holder =
          it.start(it.bank.call("c", "deposit", 1L), it.bank.call("y", "deposit", 1L));
      Outcome late;
      Outcome next;
      try {
        late =
            RunningNode.await(
                it.start(
                    new TransactionRequest(
                        List.of(
                            it.bank.call("b", "deposit", 10L), it.bank.call("c", "deposit", 10L)),
                        null,
                        SHORT_NANOS)));
        next = it.run(it.bank.call("b", "deposit", 100L));
        assertThat(holder).isNotDone();
        assertThat(it.node.statistics().waits().waiting()).isZero();
      } finally {
        release.countDown();
      }
      Outcome held = RunningNode.await(holder);

      assertThat(held).isInstanceOf(Outcome.Committed.class);
      assertThat(next).isInstanceOf(Outcome.Committed.class);
      assertThat(late)
          .isEqualTo(
              new Outcome.Aborted(
                  late.transaction(),
                  new Reason.Deadline(
                      SHORT_NANOS, new ActorId("Account", "c"), List.of(held.transaction()))));
      assertThat(it.balance("b")).isEqualTo(100);
      assertThat(it.balance("c")).isEqualTo(1);
    }
  }

  @Test
  void victimsOfDeadlocksAreTriedAgainWithinTheirDeadlineAndSucceed() throws Exception {
    try (RunningNode it = new RunningNode(deployment(100, Durability.OFF), null)) {
      it.run(it.bank.call("a", "open", 500L), it.bank.call("z", "open", 500L));
      // Each locks its own account first, and then learns that it needs the other's.
      for (int round = 0;
          round < 2000 && it.node.statistics().transactions().retries() == 0;
          round++) {
        List<CompletableFuture<Outcome>> both = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          both.add(it.start(it.bank.call("a", "drain", "z")));
          both.add(it.start(it.bank.call("z", "drain", "a")));
        }
        for (CompletableFuture<Outcome> each : both) {
          assertThat(RunningNode.await(each)).isInstanceOf(Outcome.Committed.class);
        }
      }
      assertThat(it.node.statistics().waits().deadlocks()).isPositive();
      assertThat(it.node.statistics().transactions().retries()).isPositive();
      assertThat(it.balance("a") + it.balance("z")).isEqualTo(1000);
    }
  }
}
