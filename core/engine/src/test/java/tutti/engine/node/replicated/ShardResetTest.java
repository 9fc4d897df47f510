package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.HostNode;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Await;

/** The disks of two of three hosts are lost, and a person begins anew from the third. */
class ShardResetTest {
  @TempDir Path folder;

  private static void reset(Hosts hosts, int self) throws Exception {
    RealScheduler scheduler = new RealScheduler();
    try (FolderDisk left = hosts.disk(self);
        FolderDisk one = hosts.disk((self + 1) % 3);
        FolderDisk two = hosts.disk((self + 2) % 3)) {
      new ShardReset(
              hosts.deployment(),
              Map.of(self, left),
              Map.of((self + 1) % 3, one, (self + 2) % 3, two))
          .begin(scheduler, new SplittableRandom(), "begun anew by a test");
    } finally {
      scheduler.close();
    }
  }

  private static void deposit(Hosts hosts, int host, String account) throws Exception {
    assertThat(hosts.run(host, null, hosts.bank.call(account, "deposit", 1L)))
        .isInstanceOf(Outcome.Committed.class);
  }

  @Test
  void goesOnFromTheOneThatIsLeft() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      // Shards that no account is in may be formed later than the first deposits are done.
      Await.that("all its replicas vote", () -> hosts.node(0).readiness().ready());
      for (String account : new String[] {"x", "y", "z"}) {
        hosts.run(0, null, hosts.bank.call(account, "open", 10L));
        deposit(hosts, 1, account);
      }
      assertThatThrownBy(() -> reset(hosts, 0))
          .as("a host that runs")
          .isInstanceOf(DataFolderRefused.class);
      hosts.kill(1);
      hosts.kill(2);
      hosts.loseDisk(1);
      hosts.loseDisk(2);
      hosts.start(1);
      hosts.start(2);
      for (int host = 1; host < 3; host++) {
        HostNode blank = hosts.node(host);
        Await.that(
            "it rejoins, and is not let in",
            () -> String.valueOf(blank.readiness().notReady()).contains("accept-loss"));
      }
      for (int host = 0; host < 3; host++) {
        hosts.kill(host);
      }
      hosts.loseDisk(1);
      hosts.loseDisk(2);
      assertThatThrownBy(() -> reset(hosts, 1)).isInstanceOf(DataFolderRefused.class);
      hosts.loseDisk(1);

      try (FolderDisk left = hosts.disk(0)) {
        // As a reset leaves it that is broken off.
        new HostFolder(left, new ReplicaLayout(0, hosts.deployment())).resetBegins();
      }
      assertThatThrownBy(() -> hosts.start(0))
          .hasMessageContaining("'tutti shard reset' was broken off");
      reset(hosts, 0);
      for (int host = 0; host < 3; host++) {
        hosts.start(host);
      }
      for (String account : new String[] {"x", "y", "z"}) {
        deposit(hosts, 2, account);
        for (int host = 0; host < 3; host++) {
          assertThat(hosts.balance(host, account)).as(account).isEqualTo(12);
        }
      }
      // The new shards are as good as any: a host may be lost again.
      hosts.kill(0);
      hosts.loseDisk(0);
      deposit(hosts, 1, "x");
      hosts.start(0);
      Await.that("it votes", () -> hosts.node(0).readiness().ready());
      hosts.kill(2);
      assertThat(hosts.balance(0, "x")).isEqualTo(13);
    }
  }

  /** Shard 0 is on hosts 0, 1 and 2, shard 1 on 1, 2 and 3, and so on in the ring. */
  @Tag("slow")
  @Test
  void goesOnFromThreeOfFiveThatAreLeft() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 5)) {
      for (int host = 0; host < 5; host++) {
        HostNode node = hosts.node(host);
        Await.that("all its replicas vote", () -> node.readiness().ready());
      }
      List<String> accounts = IntStream.range(0, 20).mapToObj(each -> "x" + each).toList();
      for (String account : accounts) {
        hosts.run(0, null, hosts.bank.call(account, "open", 10L));
      }
      Await.that("all is known everywhere", () -> isEqual(hosts));
      for (int host = 0; host < 5; host++) {
        hosts.kill(host);
      }
      hosts.loseDisk(1);
      hosts.loseDisk(2);
      assertThatThrownBy(() -> resetRing(hosts, 4))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("no replica of shard 0, which was on n0, n1, n2");
      assertThat(resetRing(hosts, 0, 3, 4))
          .as("shards with one replica left")
          .containsExactly(0, 1);
      for (int host = 0; host < 5; host++) {
        hosts.start(host);
      }
      for (int host = 0; host < 5; host++) {
        HostNode node = hosts.node(host);
        Await.that("it votes everywhere", () -> node.readiness().ready());
      }
      for (String account : accounts) {
        deposit(hosts, 1, account);
      }
      hosts.kill(0);
      hosts.loseDisk(0);
      for (String account : accounts) {
        assertThat(hosts.balance(2, account)).as(account).isEqualTo(11);
      }
    }
  }

  private static boolean isEqual(Hosts hosts) {
    Map<Integer, Set<Long>> chosen = new TreeMap<>();
    for (int host = 0; host < 5; host++) {
      hosts
          .node(host)
          .replicas()
          .forEach(
              (shard, state) ->
                  chosen.computeIfAbsent(shard, _ -> new HashSet<>()).add(state.applied()));
    }
    return chosen.values().stream().allMatch(all -> all.size() == 1);
  }

  private static List<Integer> resetRing(Hosts hosts, Integer... left) throws Exception {
    RealScheduler scheduler = new RealScheduler();
    Map<Integer, Disk> kept = new TreeMap<>();
    Map<Integer, Disk> blank = new TreeMap<>();
    try {
      for (int host = 0; host < 5; host++) {
        (List.of(left).contains(host) ? kept : blank).put(host, hosts.disk(host));
      }
      return new ShardReset(hosts.deployment(), kept, blank)
          .begin(scheduler, new SplittableRandom(), "begun anew by a test");
    } finally {
      for (Disk disk : kept.values()) {
        disk.close();
      }
      for (Disk disk : blank.values()) {
        disk.close();
      }
      scheduler.close();
    }
  }
}
