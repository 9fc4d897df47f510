package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.node.restore.Restoration;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.Call;
import tutti.model.testing.Await;

/** Data moves by backup and restore: to replicas, from them, and to another number of nodes. */
class MoveTest {
  private static final int ACCOUNTS = 12;
  private static final long INITIAL = 1000;

  private static final Deployment SMALL =
      Deployment.DEFAULT.toBuilder()
          .executors(1)
          .journal(new JournalSettings(64 << 10, 16 << 10, Duration.ZERO))
          .build();

  @TempDir Path folder;
  private Moves moves;

  @BeforeEach
  void begin() {
    moves = new Moves(folder);
  }

  @AfterEach
  void close() throws IOException {
    moves.close();
  }

  // --- the parts of a move ---

  private static Deployment replicas(int shards) {
    return Hosts.replicated(SMALL, 3, shards, Replication.Layout.RING);
  }

  private static Outcome deposit(Node at, TestBank bank, String key, int account) throws Exception {
    return Moves.run(at, key, bank.call("a" + account, "deposit", 1L));
  }

  private static void open(Node at, TestBank bank) throws Exception {
    for (int account = 0; account < ACCOUNTS; account++) {
      assertThat(Moves.run(at, "open-" + account, bank.call("a" + account, "open", INITIAL)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(deposit(at, bank, "first-" + account, account))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  /** All is there; what was done is not done again; and work goes on. */
  private static void judge(Hosts hosts, int deposits) throws Exception {
    ready(hosts);
    for (int account = 0; account < ACCOUNTS; account++) {
      Node any = hosts.node(account % 3);
      assertThat(deposit(any, hosts.bank, "first-" + account, account))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(account % 3, "a" + account)).isEqualTo(INITIAL + deposits);
    }
    assertThat(deposit(hosts.node(0), hosts.bank, "new-key", 0))
        .isInstanceOf(Outcome.Committed.class);
    assertThat(hosts.balance(1, "a0")).isEqualTo(INITIAL + deposits + 1);
    assertThat(Moves.run(hosts.node(2), "back", hosts.bank.call("a0", "withdraw", 1L)))
        .isInstanceOf(Outcome.Committed.class);
  }

  private Hosts hosts(String name, int shards) throws Exception {
    return new Hosts(folder, name, replicas(shards));
  }

  private HostNode one(Disk disk) throws IOException {
    return moves.one(disk, SMALL);
  }

  private static Deployment nodes(int count) {
    return SMALL.toBuilder().nodes(NodeAddress.inOneProcess(count)).build();
  }

  /** Nodes without replicas, of one process. */
  private record Plain(List<HostNode> nodes, List<AutoCloseable> others) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      nodes.forEach(HostNode::close);
      for (AutoCloseable each : others) {
        each.close();
      }
    }
  }

  private Plain plain(String name, int count) throws Exception {
    LoopbackNetwork network = new LoopbackNetwork(count);
    Plain all = new Plain(new ArrayList<>(), new ArrayList<>());
    for (int node = 0; node < count; node++) {
      Transport transport = network.transport(node, moves.scheduler);
      Disk disk = FolderDisk.open(folder.resolve(name + node));
      all.others.add(transport);
      all.others.add(disk);
      SplittableRandom entropy = new SplittableRandom(node);
      Ports ports = new Ports(moves.scheduler, disk, entropy, History.NONE, node, transport);
      all.nodes.add(LocalShards.open(new TestBank(), nodes(count), ports));
    }
    for (HostNode node : all.nodes) {
      Await.that(() -> "ready: " + node.readiness(), () -> node.readiness().ready());
    }
    return all;
  }

  private List<Part> ofOneNode() throws Exception {
    try (Disk disk = FolderDisk.open(folder.resolve("one"));
        HostNode node = one(disk)) {
      open(node, new TestBank());
      return moves.backup(node);
    }
  }

  private static void ready(Hosts hosts) throws Exception {
    for (int host = 0; host < 3; host++) {
      HostNode node = hosts.node(host);
      Await.that(() -> "ready: " + node.readiness(), () -> node.readiness().ready());
    }
  }

  // --- moves ---

  @Test
  void fromOneNodeToThreeReplicasAndBack() throws Exception {
    moves.restore(ofOneNode(), replicas(0), true, "three-");
    List<Part> parts;
    try (Hosts hosts = hosts("three-", 0)) {
      judge(hosts, 1);
      // The shards are as good as any: a disk may be lost.
      hosts.kill(1);
      hosts.loseDisk(1);
      for (int account = 0; account < ACCOUNTS; account++) {
        deposit(hosts.node(0), hosts.bank, "second-" + account, account);
      }
      hosts.start(1);
      ready(hosts);
      hosts.kill(0);
      for (int account = 0; account < ACCOUNTS; account++) {
        assertThat(hosts.balance(1 + account % 2, "a" + account)).isEqualTo(INITIAL + 2);
      }
      parts = moves.backup(hosts.node(2));
      assertThat(parts).hasSize(3);
    }
    moves.restore(parts, SMALL, true, "last-");
    try (Disk disk = FolderDisk.open(folder.resolve("last-0"));
        HostNode node = one(disk)) {
      for (int account = 0; account < ACCOUNTS; account++) {
        deposit(node, new TestBank(), "second-" + account, account);
        assertThat(Moves.balance(node, account)).isEqualTo(INITIAL + 2);
      }
    }
  }

  @Test
  void fromOneNodeToOneShardOfThreeReplicas() throws Exception {
    moves.restore(ofOneNode(), replicas(1), false, "three-");
    try (Hosts hosts = hosts("three-", 1)) {
      judge(hosts, 1);
    }
  }

  /** Checkpoints come often, and a backup is taken in the midst of transfers between shards. */
  @Test
  void fromReplicasThatGoOnToOthersAndToNodesWithout() throws Exception {
    List<Part> parts;
    try (Hosts hosts = hosts("first-", 0)) {
      ready(hosts);
      open(hosts.node(0), hosts.bank);
      AtomicBoolean enough = new AtomicBoolean();
      Thread load = Thread.ofPlatform().start(() -> transfers(hosts, enough));
      Await.that("checkpoints", () -> hosts.node(0).statistics().log().checkpoints() > 3);
      parts = moves.backup(hosts.node(1));
      enough.set(true);
      load.join();
    }
    moves.restore(parts, replicas(0), false, "again-");
    try (Hosts hosts = hosts("again-", 0)) {
      ready(hosts);
      judgeTransfers(List.of(hosts.node(0), hosts.node(1), hosts.node(2)));
    }
    moves.restore(parts, nodes(3), false, "three-");
    try (Plain three = plain("three-", 3)) {
      judgeTransfers(three.nodes);
    }
    // Spreading ends what is in doubt, and changes the parts: so it comes last.
    moves.restore(parts, nodes(2), true, "two-");
    try (Plain two = plain("two-", 2)) {
      judgeTransfers(two.nodes);
    }
  }

  private static void judgeTransfers(List<? extends Node> nodes) throws Exception {
    long sum = 0;
    for (int account = 0; account < ACCOUNTS; account++) {
      sum += Moves.balance(nodes.get(account % nodes.size()), account);
    }
    assertThat(sum).as("no half of a transfer").isEqualTo(ACCOUNTS * (INITIAL + 1));
    TestBank bank = new TestBank();
    assertThat(deposit(nodes.getLast(), bank, "first-0", 0)).isInstanceOf(Outcome.Committed.class);
    assertThat(deposit(nodes.getFirst(), bank, "new", 0)).isInstanceOf(Outcome.Committed.class);
    long after = 0;
    for (int account = 0; account < ACCOUNTS; account++) {
      after += Moves.balance(nodes.getLast(), account);
    }
    assertThat(after).as("the old key did nothing, the new one did").isEqualTo(sum + 1);
  }

  @Test
  void fromOneNodeToSeveralAndOnToMoreOfThem() throws Exception {
    moves.restore(ofOneNode(), nodes(2), true, "two-");
    List<Part> parts;
    try (Plain two = plain("two-", 2)) {
      judgeTransfers(two.nodes);
      parts = moves.backup(two.nodes.getLast());
      assertThat(parts).hasSize(2);
    }
    moves.restore(parts, nodes(3), true, "three-");
    try (Plain three = plain("three-", 3)) {
      assertThat(deposit(three.nodes.getLast(), new TestBank(), "new", 0))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(Moves.balance(three.nodes.getFirst(), 0)).isEqualTo(INITIAL + 2);
    }
  }

  @Test
  void theOldestKeysGoWhereOneNodeKeepsFewerThanSeveralHad() throws Exception {
    moves.restore(ofOneNode(), nodes(2), true, "two-");
    List<Part> parts;
    TestBank bank = new TestBank();
    try (Plain two = plain("two-", 2)) {
      for (int node : new int[] {1, 0}) {
        for (int i = 0; i < 4; i++) {
          assertThat(deposit(two.nodes.get(node), bank, "key-" + node + "-" + i, i))
              .isInstanceOf(Outcome.Committed.class);
        }
      }
      parts = moves.backup(two.nodes.getFirst());
    }
    Deployment one =
        SMALL.toBuilder()
            .idempotency(new Deployment.IdempotencySettings(Duration.ofDays(1), 4))
            .build();
    assertThat(moves.restore(parts, one, true, "one-").droppedKeys()).isGreaterThanOrEqualTo(4);
    try (Disk disk = FolderDisk.open(folder.resolve("one-0"));
        HostNode node = moves.one(disk, one)) {
      long before = Moves.balance(node, 0);
      for (int i = 0; i < 4; i++) {
        assertThat(deposit(node, bank, "key-0-" + i, i)).isInstanceOf(Outcome.Committed.class);
      }
      assertThat(Moves.balance(node, 0)).as("the newest keys are kept").isEqualTo(before);
    }
  }

  @Test
  void aRecordThatIsTooLongForAShardsLogIsRefusedBeforeAnythingIsWritten() throws Exception {
    List<Part> parts;
    Deployment roomy =
        SMALL.toBuilder().journal(new JournalSettings(16 << 20, 16 << 20, Duration.ZERO)).build();
    try (Disk disk = FolderDisk.open(folder.resolve("one"));
        HostNode one = moves.one(disk, roomy)) {
      TestBank bank = new TestBank();
      Call[] large =
          IntStream.range(0, 9000)
              .mapToObj(i -> bank.call("a" + i, "open", INITIAL))
              .toArray(Call[]::new);
      Outcome done = Moves.run(one, "large", large);
      assertThat(done).isInstanceOf(Outcome.Committed.class);
      parts = moves.backup(one);
    }
    Deployment small =
        Hosts.replicated(SMALL, 3, 1, Replication.Layout.RING).toBuilder()
            .journal(new JournalSettings(1 << 16, 1 << 16, Duration.ZERO))
            .build();
    List<Part> of = parts;
    assertThatThrownBy(() -> moves.restore(of, small, false, "small-"))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("set journal.segment-size to at least");
  }

  private static void transfers(Hosts hosts, AtomicBoolean enough) {
    try {
      for (int i = 0; !enough.get(); i++) {
        String other = "a" + (i + 1) % ACCOUNTS;
        Call transfer = hosts.bank.transfer("t" + i, "book", 1L, "a" + i % ACCOUNTS, other);
        Moves.run(hosts.node(i % 3), "t" + i, transfer);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  // --- what is not formed ---

  @Test
  void aShardIsFormedOfHostsWithTheSameDataAlone() throws Exception {
    List<Part> parts = ofOneNode();
    moves.restore(parts, replicas(1), false, "three-");
    Hosts.delete(folder.resolve("three-1"));
    try (Hosts hosts = hosts("three-", 1)) {
      for (int host : List.of(0, 2)) {
        Await.that(
            "it waits",
            () -> String.valueOf(hosts.node(host).readiness().notReady()).contains("same backup"));
      }
      hosts.kill(1);
      hosts.loseDisk(1);
      restoreOne(parts, 1, "three-1");
      hosts.start(1);
      judge(hosts, 1);
      // Restored once more it has said nothing, and does not vote before it has what was said.
      hosts.kill(1);
      for (int account = 0; account < ACCOUNTS; account++) {
        deposit(hosts.node(0), hosts.bank, "second-" + account, account);
      }
      hosts.kill(2);
      hosts.loseDisk(1);
      restoreOne(parts, 1, "three-1");
      hosts.start(1);
      Await.that(
          "it rejoins",
          () -> String.valueOf(hosts.node(1).readiness().notReady()).contains("rejoins"));
      hosts.start(2);
      ready(hosts);
      hosts.kill(0);
      for (int account = 0; account < ACCOUNTS; account++) {
        assertThat(hosts.balance(1, "a" + account)).isEqualTo(INITIAL + 2);
      }
    }
  }

  private void restoreOne(List<Part> parts, int node, String to) throws Exception {
    try (Disk disk = FolderDisk.open(folder.resolve(to))) {
      new Restoration(replicas(1), moves.newest(), parts).write(node, disk, moves.scheduler);
    }
  }
}
