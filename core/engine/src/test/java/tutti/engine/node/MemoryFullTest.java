package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.memory.TestHeap;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/** A node whose heap is full refuses what may change something, and does all else. */
@Timeout(300)
class MemoryFullTest {
  private final TestHeap heap = new TestHeap();

  private static Deployment deployment(Durability durability) {
    return Deployment.DEFAULT.toBuilder().durability(durability).build();
  }

  private static String code(Outcome outcome) {
    return outcome instanceof Outcome.Aborted aborted ? aborted.reason().code() : "committed";
  }

  @Test
  void writesAreRefusedAndReadsAnsweredUntilMemoryComesBack() throws Exception {
    try (RunningNode it = new RunningNode(deployment(Durability.OFF), null, heap::of)) {
      it.run(it.bank.call("a", "open", 7L));
      heap.alive(900);
      assertThat(code(it.run(it.bank.call("a", "deposit", 1L)))).isEqualTo("memory-full");
      assertThat(code(it.run(it.bank.call("b", "open", 1L)))).isEqualTo("memory-full");
      assertThat(it.balance("a")).isEqualTo(7);
      assertThat(it.list("Account", null, 10, null).items()).hasSize(1);
      assertThat(it.node.readiness().notReady()).startsWith("its memory is full: 90%");
      heap.alive(700);
      assertThat(it.node.readiness().notReady()).isNull();
      assertThat(code(it.run(it.bank.call("a", "deposit", 1L)))).isEqualTo("committed");
      assertThat(it.balance("a")).isEqualTo(8);
    }
  }

  /** The outcomes of refused requests are kept for clients that ask: each a few bytes. */
  @Test
  void whatIsRefusedSharesItsReason() throws Exception {
    try (RunningNode it = new RunningNode(deployment(Durability.OFF), null, heap::of)) {
      heap.alive(900);
      Outcome.Aborted one = (Outcome.Aborted) it.run(it.bank.call("a", "open", 1L));
      Outcome.Aborted other = (Outcome.Aborted) it.run(it.bank.call("b", "open", 1L));
      assertThat(one.reason()).isSameAs(other.reason());
    }
  }

  @Test
  void whatIsUnderWayEndsAndARepeatIsAnswered(@TempDir Path folder) throws Exception {
    Deployment slow =
        deployment(Durability.SYNC).toBuilder()
            .journal(new Deployment.JournalSettings(1 << 20, 1 << 20, Duration.ofMillis(100)))
            .build();
    try (Disk disk = FolderDisk.open(folder);
        RunningNode it = new RunningNode(slow, disk, heap::of)) {
      it.run(it.bank.call("a", "open", 7L));
      TransactionRequest keyed =
          new TransactionRequest(
              List.of(it.bank.call("a", "deposit", 1L)),
              new Idempotency("k", 1),
              RunningNode.TIMEOUT_NANOS);
      CompletableFuture<Outcome> running = it.start(keyed);
      heap.alive(900);
      Outcome first = RunningNode.await(running);
      assertThat(code(first)).isEqualTo("committed");
      assertThat(RunningNode.await(it.start(keyed))).isEqualTo(first);
      assertThat(it.status(first.transaction())).isNotNull();
      assertThat(it.balance("a")).isEqualTo(8);
    }
  }

  /** Node 0 coordinates; node 1, whose heap is full, is first asked for a look. */
  @Test
  void aPartThatHasOnlyLookedIsRefusedWhenItIsToChangeSomething(@TempDir Path folder)
      throws Exception {
    Nodes.Tap tap =
        new Nodes.Tap() {
          @Override
          public Transport transport(int node, Transport wire) {
            return wire;
          }

          @Override
          public Scheduler process(int node, Scheduler process) {
            return node == 1 ? heap.of(process) : process;
          }
        };
    String here = Homes.accountOn(0, 2);
    String there = Homes.accountOn(1, 2);
    Deployment locking = SeveralNodesTest.deployment(ConcurrencyControlKind.TWO_PHASE_LOCKING);
    try (Nodes all = new Nodes(folder, locking, 2, tap, 2)) {
      all.openAccounts(7, here, there);
      heap.alive(900);
      Call much = all.bank().call(there, "withdraw", 1_000L);
      Call lacks = new Call(much.target(), much.action(), much.arguments(), true);
      Call change = all.bank().call(here, "deposit", 1L);

      assertThat(code(all.at(0).run(change, lacks))).isEqualTo("committed");
      assertThat(code(all.at(0).run(change, lacks, all.bank().call(there, "deposit", 1L))))
          .isEqualTo("memory-full");
      assertThat(all.at(1).balance(there)).isEqualTo(7);
      assertThat(all.at(0).balance(here)).isEqualTo(8);
    }
  }

  @Test
  void aNodeForWhichNothingIsLeftFails() throws Exception {
    try (RunningNode it = new RunningNode(deployment(Durability.OFF), null, heap::of)) {
      List<String> told = new ArrayList<>();
      it.node.onFailure(told::add);
      for (int i = 0; i < 3; i++) {
        heap.alive(980);
      }
      assertThat(told).hasSize(1);
      assertThat(told.getFirst()).contains("nothing can be done", "98% of the heap of 1000 MB");
      assertThat(code(it.run(it.bank.call("a", "open", 1L)))).isEqualTo("not-ready");
    }
  }
}
