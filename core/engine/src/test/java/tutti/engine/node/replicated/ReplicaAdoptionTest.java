package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.HostNode;
import tutti.engine.node.NodeFolder;
import tutti.engine.replication.HostLog;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.model.Call;
import tutti.model.testing.Await;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.multipaxos.Record;

/** Replicas whose hosts all stop, and start under another concurrency control. */
class ReplicaAdoptionTest {
  private static final UnaryOperator<Deployment> LOCKING =
      each -> each.toBuilder().concurrencyControl(ConcurrencyControlKind.TWO_PHASE_LOCKING).build();

  @TempDir Path folder;

  private static void deposit(Hosts hosts, int host, String account) throws Exception {
    assertThat(hosts.run(host, null, hosts.bank.call(account, "deposit", 1L)))
        .isInstanceOf(Outcome.Committed.class);
  }

  private static void awaitReady(Hosts hosts) throws Exception {
    for (int host = 0; host < 3; host++) {
      HostNode node = hosts.node(host);
      Await.that("ready: " + node.readiness(), () -> node.readiness().ready());
    }
  }

  private static void startAll(Hosts hosts) throws Exception {
    for (int host = 0; host < 3; host++) {
      hosts.start(host);
    }
    awaitReady(hosts);
  }

  @Test
  void goOnAfterAStopInOrderAlsoWithOneThatIsBehind() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      for (String account : new String[] {"x", "y", "z"}) {
        hosts.run(0, null, hosts.bank.call(account, "open", 10L));
      }
      awaitReady(hosts);
      hosts.stop(0);
      for (String account : new String[] {"x", "y", "z"}) {
        deposit(hosts, 1, account);
      }
      hosts.stop(1);
      hosts.stop(2);

      hosts.redeploy(LOCKING);
      startAll(hosts);
      for (String account : new String[] {"x", "y", "z"}) {
        deposit(hosts, 0, account);
        for (int host = 0; host < 3; host++) {
          assertThat(hosts.balance(host, account)).as(account).isEqualTo(12);
        }
      }
      hosts.kill(1);
      deposit(hosts, 0, "x");
      assertThat(hosts.balance(2, "x")).isEqualTo(13);
    }
  }

  /** The others have gone on without it, under the new file. */
  @Test
  void saysWhatIsWrongWhenOneComesBackThatWasDownWithItsOldFile() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      hosts.run(0, null, hosts.bank.call("x", "open", 10L));
      awaitReady(hosts);
      hosts.stop(2);
      deposit(hosts, 0, "x");
      hosts.stop(0);
      hosts.stop(1);
      Deployment first = hosts.deployment();
      hosts.redeploy(LOCKING);
      hosts.start(0);
      hosts.start(1);
      deposit(hosts, 1, "x");

      hosts.redeploy(each -> first);
      hosts.start(2);
      HostNode old = hosts.node(2);
      Await.that("it says why", () -> says(old, "refuse"));
      assertThat(old.readiness().lasting())
          .contains("it reaches 1 of 3 hosts", "n0", "n1", "it has another deployment");
      deposit(hosts, 0, "x");
      hosts.kill(2);

      hosts.redeploy(LOCKING);
      hosts.start(2);
      awaitReady(hosts);
      deposit(hosts, 2, "x");
      assertThat(hosts.balance(2, "x")).isEqualTo(14);
    }
  }

  private static boolean says(HostNode node, String what) {
    String why = node.readiness().lasting();
    return why != null && why.contains(what);
  }

  private static StepAnswer put(ClientBlock block, BlockStep step) throws Exception {
    CompletableFuture<StepAnswer> answer = new CompletableFuture<>();
    block.put(step, answer::complete);
    return answer.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  /** An abort of one shard alone leaves no record, so followers hold back what came behind it. */
  @Test
  void areChangedThoughNoRecordTellsOfAnAbort() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      Call deposit = hosts.bank.call("x", "deposit", 1L);
      hosts.run(0, null, hosts.bank.call("x", "open", 10L));
      awaitReady(hosts);
      HostNode leader = hosts.node(hosts.leader(hosts.node(0).place(deposit.target()).shard()));
      ClientBlock block =
          new ClientBlock(null, Hosts.TIMEOUT_NANOS, begun -> leader.run(begun, begun::end));
      assertThat(put(block, new BlockStep.Perform(deposit))).isInstanceOf(StepAnswer.Done.class);
      deposit(hosts, 1, "x");
      assertThat(put(block, new BlockStep.RollBack("no"))).isInstanceOf(StepAnswer.Ended.class);
      for (int host = 0; host < 3; host++) {
        hosts.stop(host);
      }
      hosts.redeploy(LOCKING);
      startAll(hosts);
      deposit(hosts, 0, "x");
      assertThat(hosts.balance(2, "x")).isEqualTo(12);
    }
  }

  /** Writes a record to a host's log of which it does not know whether it counts. */
  private static void appendUndecided(Hosts hosts, int host, int shard) throws Exception {
    try (FolderDisk disk = hosts.disk(host);
        RealScheduler scheduler = new RealScheduler();
        HostLog log = HostLog.open(disk, NodeFolder.log(hosts.deployment()), scheduler)) {
      LogMark end = log.endOf(shard);
      LogEntry entry = new LogEntry(end.ballot(), end.position(), new Command(new byte[8]));
      log.begin(shard, List.of(new Record.Stored(entry)));
      log.closeDurably();
    }
  }

  @Test
  void ofOneHostAreChangedAllOrNone() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      awaitReady(hosts);
      for (int host = 0; host < 3; host++) {
        hosts.stop(host);
      }
      appendUndecided(hosts, 2, 2);
      Deployment first = hosts.deployment();
      hosts.redeploy(LOCKING);
      assertThatThrownBy(() -> hosts.start(2))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("whether they count");
      hosts.redeploy(each -> first);
      hosts.start(2);
      assertThat(hosts.node(2).replicas()).as("it starts as it was").containsKeys(0, 1, 2);
    }
  }

  @Test
  void areNotChangedBackAtTheSamePlace() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      hosts.run(0, null, hosts.bank.call("x", "open", 10L));
      awaitReady(hosts);
      for (int host = 0; host < 3; host++) {
        hosts.stop(host);
      }
      Deployment first = hosts.deployment();
      hosts.redeploy(LOCKING);
      hosts.start(0);
      hosts.kill(0);
      hosts.redeploy(each -> first);
      assertThatThrownBy(() -> hosts.start(0))
          .as("the other nodes may have stayed as they were")
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("empty folder");
      hosts.loseDisk(0);
      startAll(hosts);
      deposit(hosts, 0, "x");
      assertThat(hosts.balance(1, "x")).isEqualTo(11);
    }
  }
}
