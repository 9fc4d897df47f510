package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.container.Container;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.memory.TestHeap;
import tutti.engine.node.Node;
import tutti.engine.node.ShardState;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.testing.Await;
import tutti.model.testing.Effort;

/** Three hosts, three shards of three replicas: a bank that goes on when any host is killed. */
class ThreeHostsTest {
  private static final String CUT_OFF = "node-unavailable";

  @TempDir Path folder;

  private static int shardOf(String account) {
    Placement placement = Deployment.DEFAULT.placement();
    return new Placements(placement, 3, Deployment.DEFAULT.containers())
        .nodeOf(new ActorId("Account", account));
  }

  private static String accountOn(int shard) {
    for (int i = 0; ; i++) {
      if (shardOf("a" + i) == shard) {
        return "a" + i;
      }
    }
  }

  /**
   * Hosts that keep some of the shards, one shard alone, hosts with one shard each, and hosts of
   * regions that keep two: one of them in its turn.
   */
  static List<Arguments> layouts() {
    return Effort.few(
        List.of(
            Arguments.of(5, 0, Replication.Layout.RING),
            Arguments.of(3, 1, Replication.Layout.RING),
            Arguments.of(4, 2, Replication.Layout.RING),
            Arguments.of(6, 0, Replication.Layout.APART),
            Arguments.of(6, 4, Replication.Layout.REGIONS)));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shardsLieAsTheDeploymentSays(int count, int shards, Replication.Layout layout)
      throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, count, shards, layout)) {
      for (int i = 0; i < 8; i++) {
        assertThat(hosts.run(i % count, null, hosts.bank.call("a" + i, "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      hosts.kill(1);
      for (int i = 0; i < 8; i++) {
        Outcome moved =
            hosts.run(
                i % 2 == 0 ? 0 : 2,
                "move-" + i,
                hosts.bank.call("a" + i, "withdraw", 10L),
                hosts.bank.call("a" + (i + 1) % 8, "deposit", 10L));
        assertThat(moved).isInstanceOf(Outcome.Committed.class);
      }
      for (int i = 0; i < 8; i++) {
        assertThat(hosts.balance(0, "a" + i)).isEqualTo(100);
      }
      assertThat(hosts.node(0).deployment().shardCount())
          .isEqualTo(shards > 0 ? shards : layout == Replication.Layout.APART ? 2 : count);
    }
  }

  @Test
  void longResultsAreCountedAsTheyComeAndRefusedWithoutRoom() throws Exception {
    Deployment deployment =
        Deployment.DEFAULT.toBuilder()
            .concurrencyControl(Deployment.ConcurrencyControlKind.OPTIMISTIC)
            .build();
    Deployment replicated = Hosts.replicated(deployment, 3, 0, Replication.Layout.RING);
    try (Hosts hosts = new Hosts(folder, "host-", replicated, Lamps.APPLICATION)) {
      LongResultsOfHosts.areCountedAsTheyCome(hosts, "lamp of three hosts");
      LongResultsOfHosts.areRefusedWithoutRoom(hosts, new TestHeap(1024), "lamp of three hosts");
    }
  }

  @Test
  void goesOnWhenTheLeaderIsKilled() throws Exception {
    String here = accountOn(0);
    String there = accountOn(1);
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      for (String account : new String[] {here, there}) {
        assertThat(hosts.run(0, null, hosts.bank.call(account, "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      assertThat(
              hosts.run(
                  2,
                  "first",
                  hosts.bank.call(here, "withdraw", 30L),
                  hosts.bank.call(there, "deposit", 30L)))
          .isInstanceOf(Outcome.Committed.class);
      int leader = hosts.leader(0);
      Outcome own = hosts.run(leader, null, hosts.bank.call(here, "deposit", 0L));
      hosts.kill(leader);
      int other = (leader + 1) % 3;

      assertThat(
              hosts.run(
                  other,
                  "second",
                  hosts.bank.call(here, "withdraw", 20L),
                  hosts.bank.call(there, "deposit", 20L)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.leader(0)).isNotEqualTo(leader);
      assertThat(own.transaction().node()).as("named by the shard's leader").isZero();
      assertThat(hosts.status(other, own.transaction()))
          .as("what the next leader says of it")
          .isInstanceOfSatisfying(
              TransactionStatus.Ended.class,
              ended -> assertThat(ended.outcome()).isInstanceOf(Outcome.Committed.class));
      Outcome again =
          hosts.run(
              other,
              "first",
              hosts.bank.call(here, "withdraw", 30L),
              hosts.bank.call(there, "deposit", 30L));
      assertThat(again)
          .as("the repeat of what the former leader has done")
          .isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(other, here)).isEqualTo(50);
      assertThat(hosts.balance((leader + 2) % 3, there)).isEqualTo(150);

      hosts.start(leader);
      assertThat(hosts.balance(leader, here)).isEqualTo(50);
      Former former = Former.of(hosts.shards(hosts.leader(0)), 0);
      Await.that("the preferred host leads again", () -> hosts.leader(0) == 0);
      Await.that("the host that led has its rows once", () -> former.left() == 0);
      assertThat(former.state().isDropped()).isTrue();
      hosts.kill(other);
      assertThat(hosts.balance(leader, here)).isEqualTo(50);
      assertThat(hosts.balance(leader, there)).isEqualTo(150);
    }
  }

  /**
   * The state of a shard at a host that leads it, held as the timers of the term hold it, and its
   * actors.
   */
  private record Former(ShardState state, List<WeakReference<Cell>> actors) {
    static Former of(ReplicatedShards host, int shard) throws Exception {
      CompletableFuture<Former> seen = new CompletableFuture<>();
      host.look(
          shard,
          state -> {
            List<WeakReference<Cell>> actors = new ArrayList<>();
            for (Container container : state.directory().containers()) {
              container.actors().forEach(actor -> actors.add(new WeakReference<>(actor)));
            }
            seen.complete(new Former(state, actors));
          });
      Former former = seen.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
      assertThat(former.actors).isNotEmpty();
      return former;
    }

    /** Returns how many of its actors are in memory after a collection. */
    long left() {
      System.gc();
      return actors.stream().filter(actor -> actor.get() != null).count();
    }
  }

  /** On a busy machine the host knows that it is cut off before the read begins: then once more. */
  @Test
  void aReadThatEndsWithItsHostHearsThatTheHostStops() throws Exception {
    String code = CUT_OFF;
    for (int run = 0; run < 5 && code.equals(CUT_OFF); run++) {
      code = codeOfAReadAsItsHostStops(folder.resolve("run-" + run));
    }
    assertThat(code).isEqualTo("stopping");
  }

  private static String codeOfAReadAsItsHostStops(Path own) throws Exception {
    String account = accountOn(0);
    try (Hosts hosts = new Hosts(own, Deployment.DEFAULT, 3)) {
      assertThat(hosts.run(0, null, hosts.bank.call(account, "open", 100L)))
          .isInstanceOf(Outcome.Committed.class);
      int leader = hosts.leader(0);
      hosts.kill((leader + 1) % 3);
      hosts.kill((leader + 2) % 3);
      CompletableFuture<Node.ReadResult> seen = new CompletableFuture<>();
      hosts.any(leader).read(new ActorId("Account", account), Hosts.TIMEOUT_NANOS, seen::complete);
      hosts.stop(leader);
      Node.ReadResult end = seen.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
      assertThat(end).isInstanceOf(Node.ReadResult.Failed.class);
      return ((Node.ReadResult.Failed) end).code();
    }
  }

  /** A request that cannot be done before a majority is back is not kept until its deadline. */
  @Test
  void aHostThatIsCutOffRefusesAtOnce() throws Exception {
    String account = accountOn(0);
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      assertThat(hosts.run(0, null, hosts.bank.call(account, "open", 100L)))
          .isInstanceOf(Outcome.Committed.class);
      Node left = hosts.any(2);
      assertThat(hosts.run(2, null, hosts.bank.call(account, "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
      hosts.kill(0);
      hosts.kill(1);
      List<CompletableFuture<Outcome>> asked = new ArrayList<>();
      Await.that(
          "a request is refused long before its deadline",
          () -> {
            CompletableFuture<Outcome> outcome = new CompletableFuture<>();
            asked.add(outcome);
            left.submit(
                new TransactionRequest(
                    List.of(hosts.bank.call(account, "deposit", 1L)),
                    null,
                    Duration.ofHours(1).toNanos()),
                outcome::complete);
            return asked.stream()
                .anyMatch(
                    each ->
                        each.getNow(null) instanceof Outcome.Aborted(var _, Reason why)
                            && why.code().equals("node-unavailable"));
          });
      hosts.start(0);
      Await.that(
          "it takes requests again",
          () ->
              hosts.run(2, null, hosts.bank.call(account, "deposit", 1L))
                  instanceof Outcome.Committed);
    }
  }

  @Test
  void aDamagedFolderIsRefusedWithTheWayToGoOn() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      hosts.leader(0);
      hosts.kill(1);
      try (FolderDisk disk = hosts.disk(1)) {
        String meta =
            disk.list().stream().filter(name -> name.startsWith("meta-")).findFirst().orElseThrow();
        try (Disk.DiskFile file = disk.open(meta, false)) {
          file.write(ByteBuffer.wrap(new byte[] {'x'}), file.size() - 1);
        }
      }
      assertThatThrownBy(() -> hosts.start(1))
          .isInstanceOf(CorruptJournal.class)
          .hasMessageContaining("mv ")
          .hasMessageContaining("rejoins by itself");
      hosts.loseDisk(1);
      hosts.start(1);
      Await.that("it votes again", () -> hosts.any(1).readiness().lasting() == null);
    }
  }
}
