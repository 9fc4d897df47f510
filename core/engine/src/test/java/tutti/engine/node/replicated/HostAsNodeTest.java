package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Backups;
import tutti.engine.node.Commitments.OnNode;
import tutti.engine.node.HostNode;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorId;
import tutti.model.testing.Await;

/** A host of replicas is what a server, a program and operators know as a node. */
class HostAsNodeTest {
  @TempDir Path folder;
  private Hosts hosts;

  @BeforeEach
  void start() throws Exception {
    hosts = new Hosts(folder, Deployment.DEFAULT, 3);
    awaitReady();
  }

  @AfterEach
  void end() throws Exception {
    hosts.close();
  }

  private void awaitReady() throws Exception {
    for (int host = 0; host < 3; host++) {
      HostNode node = hosts.node(host);
      Await.that("ready: " + node.readiness(), () -> node.readiness().ready());
    }
  }

  private static <T> T answer(Consumer<Consumer<T>> question) throws Exception {
    CompletableFuture<T> answer = new CompletableFuture<>();
    question.accept(answer::complete);
    return answer.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  private void deposit(int host, String account) throws Exception {
    assertThat(hosts.run(host, null, hosts.bank.call(account, "deposit", 1L)))
        .isInstanceOf(Outcome.Committed.class);
  }

  @Test
  void tellsOfItselfAndOfAllReplicas() throws Exception {
    hosts.run(0, null, hosts.bank.call("x", "open", 10L));
    for (int host = 0; host < 3; host++) {
      deposit(host, "x");
    }
    long committed =
        IntStream.range(0, 3)
            .mapToLong(
                host ->
                    hosts
                        .node(host)
                        .statistics()
                        .transactions()
                        .outcomes()
                        .getOrDefault("committed", 0L))
            .sum();
    assertThat(committed).isEqualTo(4);

    int shard = hosts.node(0).place(new ActorId("Account", "x")).shard();
    int leader = hosts.leader(shard);
    assertThat(hosts.node(1).place(new ActorId("Account", "x")).leader()).isEqualTo("n" + leader);
    List<HostReplicas> all = reports(2);
    assertThat(all).extracting(HostReplicas::host).containsExactly("n0", "n1", "n2");
    assertThat(all).allSatisfy(each -> assertThat(each.replicas()).hasSize(3));
    assertThat(all.stream().filter(each -> leads(each, shard)).map(HostReplicas::host))
        .containsExactly("n" + leader);
    List<OnNode> commitments = answer(done -> hosts.node(0).commitments().look(null, done));
    assertThat(commitments)
        .extracting(OnNode::node)
        .containsExactly("shard-0", "shard-1", "shard-2");
    assertThat(commitments).allSatisfy(each -> assertThat(each.unavailable()).isNull());

    hosts.kill(1);
    Await.that("a report without it", () -> reports(2).get(1).unavailable() != null);
    assertThat(hosts.node(2).readiness().missing()).containsExactly("n1");
    assertThat(hosts.node(2).readiness().ready()).isTrue();
    hosts.kill(0);
    Await.that("it is cut off", () -> !hosts.node(2).readiness().ready());
    assertThat(hosts.node(2).readiness().notReady()).contains("it reaches 1 of 3 hosts");
  }

  private List<HostReplicas> reports(int host) throws Exception {
    return answer(done -> hosts.node(host).replicas(done));
  }

  private static boolean leads(HostReplicas host, int shard) {
    ReplicaStatus state = host.replicas().get(shard);
    return state != null && state.leads();
  }

  /** A backup has to begin anew if a shard has another leader, which may have told more since. */
  @Test
  void aBackupDoesNotOutliveAReign() throws Exception {
    hosts.run(0, null, hosts.bank.call("x", "open", 10L));
    int shard = hosts.node(0).place(new ActorId("Account", "x")).shard();
    Begun backup = new Begun();
    // On a busy machine the leader may change at any time; whoever makes a backup tries again.
    Await.that("a backup begins", () -> backup.begin(shard));
    assertThat(backup.begun.nodes()).extracting(NodeCopy::node).containsExactly(0, 1, 2);
    int leader = hosts.leader(shard);
    if (leader != backup.host) {
      hosts.kill(leader);
      backup.down = leader;
    }
    Await.that("the backup is unknown", () -> "backup-unknown".equals(backup.failure(shard)));
    Await.that("another backup begins", () -> backup.begin(shard));
  }

  /** A backup that a host has begun which did not lead the shard. */
  private final class Begun {
    /** The host that was killed; -1 if none was. */
    private int down = -1;

    private int host;
    private Backups.Begun begun;

    /** Begins a backup; tells whether the shard's copy can be read. */
    boolean begin(int shard) throws Exception {
      int leader = hosts.leader(shard);
      host = (leader + 1) % 3 == down ? (leader + 2) % 3 : (leader + 1) % 3;
      Result<Backups.Begun> next = answer(done -> hosts.node(host).backups().begin(done));
      if (next instanceof Result.Good<Backups.Begun>(Backups.Begun good)) {
        begun = good;
        return failure(shard) == null;
      }
      return false;
    }

    /** Returns why the shard's copy cannot be read, or null. */
    @Nullable String failure(int shard) throws Exception {
      Result<byte[]> read =
          answer(
              done -> hosts.node(host).backups().read(begun.id(), shard, "meta-format", 0, done));
      return read instanceof Result.Failed<byte[]> failed ? failed.code() : null;
    }
  }

  @Test
  void handsItsTermsOverBeforeItStops() throws Exception {
    hosts.run(0, null, hosts.bank.call("x", "open", 10L));
    int shard = hosts.node(0).place(new ActorId("Account", "x")).shard();
    int leader = hosts.leader(shard);
    hosts.stop(leader);
    String next = hosts.node((leader + 1) % 3).place(new ActorId("Account", "x")).leader();
    assertThat(next)
        .as("who leads when the host has stopped")
        .isNotNull()
        .isNotEqualTo("n" + leader);
    deposit((leader + 1) % 3, "x");
    hosts.start(leader);
    awaitReady();
    assertThat(hosts.balance(leader, "x")).isEqualTo(11);
  }

  @Test
  void yieldsWhenItsJournalFails() throws Exception {
    hosts.run(0, null, hosts.bank.call("x", "open", 10L));
    int shard = hosts.node(0).place(new ActorId("Account", "x")).shard();
    int leader = hosts.leader(shard);
    CompletableFuture<String> failure = new CompletableFuture<>();
    hosts.node(leader).onJournalFailure(failure::complete);
    hosts.breakDisk(leader);
    deposit((leader + 1) % 3, "x");
    assertThat(failure.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS)).contains("journal");
    assertThat(hosts.node(leader).readiness().journalFailed()).isTrue();
    Await.that("another leads", () -> hosts.leader(shard) != leader);
    deposit(leader, "x");
    assertThat(hosts.balance(leader, "x")).as("through its door").isEqualTo(12);
  }

  @Test
  void isNotReadyWhileAReplicaRejoins() throws Exception {
    hosts.run(0, null, hosts.bank.call("x", "open", 10L));
    hosts.kill(2);
    hosts.loseDisk(2);
    hosts.kill(1);
    hosts.start(2);
    // One voter alone does not know enough to let the blank host in.
    Await.that(
        "it rejoins",
        () -> String.valueOf(hosts.node(2).readiness().notReady()).contains("rejoins"));
    hosts.start(1);
    awaitReady();
    hosts.kill(0);
    assertThat(hosts.balance(2, "x")).isEqualTo(10);
  }
}
