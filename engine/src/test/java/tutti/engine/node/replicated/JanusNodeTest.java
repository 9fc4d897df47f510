package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.backup.NodeBackups;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Integrated;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.Backups;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.testing.Await;

/** Three hosts of Janus on folders: a bank that goes on when any host is killed. */
class JanusNodeTest {
  @TempDir Path folder;

  private static Deployment janus() {
    Deployment replicated = Hosts.replicated(Deployment.DEFAULT, 3, 0, Replication.Layout.RING);
    return replicated.toBuilder()
        .replication(replicated.replication().with(Protocol.JANUS))
        .janus(new Integrated.Janus(Duration.ofMillis(200)))
        .journal(new Deployment.JournalSettings(4 << 20, 4 << 20, Duration.ZERO))
        .build();
  }

  private Hosts hosts() throws Exception {
    return new Hosts(folder, "host-", janus());
  }

  private static void open(Hosts hosts) throws Exception {
    for (int i = 0; i < 8; i++) {
      assertThat(hosts.run(i % 3, null, hosts.bank.call("a" + i, "open", 100L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  private static long decided(Hosts hosts, int host) {
    Map<String, Long> counted = hosts.any(host).statistics().committing().integrated().counted();
    assertThat(counted).containsKeys("takeover", "inquiry");
    return counted.get("fast-path") + counted.get("slow-path");
  }

  private static Outcome move(Hosts hosts, int at, int from, String key) throws Exception {
    return hosts.run(
        at,
        key,
        hosts.bank.call("a" + from, "withdraw", 10L),
        hosts.bank.call("a" + (from + 1) % 8, "deposit", 10L));
  }

  @Test
  void goesOnWhenAHostIsKilledAndFindsAllWhenItStartsAgain() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      Await.that("host 0 has counted what it decided", () -> decided(hosts, 0) > 0);
      Outcome first = move(hosts, 1, 0, "first");
      assertThat(first).isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.status(2, first.transaction()))
          .isInstanceOfSatisfying(
              TransactionStatus.Ended.class, ended -> assertThat(ended.outcome()).isEqualTo(first));
      hosts.kill(1);
      for (int i = 1; i < 8; i++) {
        assertThat(move(hosts, i % 2 == 0 ? 0 : 2, i, "move-" + i))
            .isInstanceOf(Outcome.Committed.class);
      }
      assertThat(move(hosts, 2, 0, "first"))
          .as("the repeat elsewhere")
          .isInstanceOf(Outcome.Committed.class);
      hosts.start(1);
      for (int i = 0; i < 8; i++) {
        assertThat(hosts.balance(1, "a" + i)).isEqualTo(100);
      }
      Await.that("host 1 is ready", () -> hosts.any(1).readiness().ready());
      hosts.kill(0);
      assertThat(move(hosts, 1, 3, null)).isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(2, "a4")).isEqualTo(110);
    }
  }

  @Test
  void allIsThereWhenAllHostsStartAgain() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      assertThat(move(hosts, 0, 5, "k")).isInstanceOf(Outcome.Committed.class);
      hosts.stop(0);
      hosts.kill(1);
      hosts.kill(2);
      for (int host = 0; host < 3; host++) {
        hosts.start(host);
      }
      assertThat(hosts.balance(1, "a5")).isEqualTo(90);
      assertThat(hosts.balance(2, "a6")).isEqualTo(110);
      assertThat(keys(hosts, 0, null, 3)).containsExactly("a0", "a1", "a2");
      assertThat(keys(hosts, 2, "a4", 9)).containsExactly("a5", "a6", "a7");
    }
  }

  private static List<String> keys(Hosts hosts, int host, String after, int limit)
      throws Exception {
    CompletableFuture<Node.ListResult> page = new CompletableFuture<>();
    hosts.any(host).list("Account", null, limit, after, page::complete);
    Node.Page got = (Node.Page) page.get(60, TimeUnit.SECONDS);
    return got.items().stream().map(each -> each.id().key()).toList();
  }

  @Test
  void aHostThatHasLostItsDiskSaysSoAndAnswersNothing() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      hosts.kill(2);
      hosts.loseDisk(2);
      assertThat(move(hosts, 0, 1, null)).isInstanceOf(Outcome.Committed.class);
      hosts.start(2);
      CompletableFuture<String> failed = new CompletableFuture<>();
      hosts.any(2).onFailure(failed::complete);
      assertThat(failed.get(60, TimeUnit.SECONDS))
          .contains("the disk of host")
          .contains("was lost");
      assertThat(hosts.any(2).readiness().ready()).isFalse();
      assertThat(move(hosts, 1, 2, null)).isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(0, "a2")).isEqualTo(100);
    }
  }

  @Test
  void aHostWhoseLogFailsTakesNothingAndTheOthersGoOn() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      hosts.breakDisk(0);
      hosts.run(1, null, hosts.bank.call("a0", "deposit", 1L));
      Await.that("host 0 tells of it", () -> hosts.any(0).readiness().journalFailed());
      assertThat(hosts.run(0, null, hosts.bank.call("a0", "deposit", 1L)))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> assertThat(aborted.reason().code()).isEqualTo("storage-failed"));
      assertThat(move(hosts, 2, 4, null)).isInstanceOf(Outcome.Committed.class);
    }
  }

  @Test
  void refusesFoldersOfOtherProtocolsAndBackups() throws Exception {
    try (Hosts hosts = hosts()) {
      CompletableFuture<NodeBackups.Result<Backups.Begun>> begun = new CompletableFuture<>();
      hosts.any(0).backups().begin(begun::complete);
      assertThat(begun.get()).isInstanceOf(NodeBackups.Result.Failed.class);
      hosts.stop(0);
      hosts.redeploy(
          it -> it.toBuilder().replication(it.replication().with(Protocol.TAPIR)).build());
      assertThatThrownBy(() -> hosts.start(0))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("integrated janus");
    }
  }
}
