package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.testing.Await;
import tutti.model.testing.Effort;

/** The invariants I1 to I5 of {@link tutti.engine.backup}, on nodes that go on meanwhile. */
class BackupTest {
  private static final int ACCOUNTS = 8;
  private static final int CLIENTS = 3;
  private static final long INITIAL = 1000;

  @TempDir Path folder;

  /** Checkpoints come often: what a backup reads must outlive them. */
  private static Deployment deployment(ConcurrencyControlKind control, Durability durability) {
    return Deployment.DEFAULT.toBuilder()
        .concurrencyControl(control)
        .durability(durability)
        .containers(1)
        .executors(1)
        .journal(new JournalSettings(16 << 10, 32 << 10, Duration.ZERO))
        .transactionTimeout(Duration.ofSeconds(5))
        .build();
  }

  /** One client, which goes from node to node: its next transfer begins when the last is known. */
  private static final class Client extends Thread {
    private final int number;
    private final Nodes nodes;
    private final AtomicBoolean enough;
    private final List<Transfer> made = new ArrayList<>();

    Client(int number, Nodes nodes, AtomicBoolean enough) {
      this.number = number;
      this.nodes = nodes;
      this.enough = enough;
    }

    @Override
    public void run() {
      Random random = new Random(number);
      for (int i = 0; !enough.get(); i++) {
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        Transfer next = new Transfer("t" + number + "-" + i, from, to, 1 + random.nextInt(5));
        synchronized (this) {
          made.add(next);
        }
        try {
          next.outcome =
              nodes
                  .at(random.nextInt(3))
                  .run(nodes.bank().transfer(next.key, "book", next.amount, "a" + from, "a" + to));
          Thread.sleep(1);
        } catch (Exception | AssertionError e) {
          return;
        }
      }
    }

    /** All that it has asked for so far, in this order. */
    synchronized List<Transfer> soFar() {
      return List.copyOf(made);
    }

    Set<Transfer> acknowledged() {
      return soFar().stream().filter(Transfer::committed).collect(Collectors.toSet());
    }
  }

  private static final class Transfer {
    final String key;
    final int from;
    final int to;
    final long amount;

    /** Null while it is not known. */
    volatile @Nullable Outcome outcome;

    Transfer(String key, int from, int to, long amount) {
      this.key = key;
      this.from = from;
      this.to = to;
      this.amount = amount;
    }

    boolean committed() {
      return outcome instanceof Outcome.Committed;
    }

    @Override
    public String toString() {
      return key;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PATH_SENSITIVE, 1, SYNC",
    "TWO_PHASE_LOCKING, 1, ASYNC",
    "PATH_SENSITIVE, 3, SYNC",
    "TWO_PHASE_LOCKING, 3, SYNC",
    "OPTIMISTIC, 3, SYNC",
    "PATH_SENSITIVE, 3, ASYNC"
  })
  void whatIsRestoredIsOneConsistentCut(
      ConcurrencyControlKind control, int count, Durability durability) throws Exception {
    Deployment deployment = deployment(control, durability);
    AtomicBoolean enough = new AtomicBoolean();
    try (Nodes nodes =
        new Nodes(
            folder.resolve("original"), deployment, count, it -> new LateHold(it, count - 1))) {
      for (int i = 0; i < ACCOUNTS; i++) {
        assertThat(nodes.at(0).run(nodes.bank().call("a" + i, "open", INITIAL)))
            .isInstanceOf(Outcome.Committed.class);
      }
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Client(i, nodes, enough));
        clients.getLast().start();
      }
      for (int round = 0; round < Effort.of(3); round++) {
        int more = 10 * (round + 1);
        Await.that("transfers", () -> clients.stream().allMatch(it -> it.soFar().size() > more));
        List<Set<Transfer>> before = clients.stream().map(Client::acknowledged).toList();
        RunningNode any = nodes.at(round);
        Backups.Begun backup = BackupFiles.begin(nodes.at(0));
        awaitCheckpoint(any);
        Path restored = folder.resolve("restored-" + round);
        BackupFiles.restore(any, backup, restored);
        BackupFiles.end(any, backup);
        judge(restored, deployment, count, clients, before, durability);
      }
      enough.set(true);
      for (Client client : clients) {
        client.join();
      }
    }
  }

  private static void awaitCheckpoint(RunningNode node) throws Exception {
    long before = node.node.statistics().log().checkpoints();
    Await.that("checkpoints", () -> node.node.statistics().log().checkpoints() >= before + 2);
  }

  private static void judge(
      Path restored,
      Deployment deployment,
      int count,
      List<Client> clients,
      List<Set<Transfer>> before,
      Durability durability)
      throws Exception {
    try (Nodes nodes = new Nodes(restored, deployment, count)) {
      nodes.awaitReady();
      nodes.awaitNothingInDoubt();
      nodes.awaitNothingBegun();
      Set<String> booked = new HashSet<>();
      String after = null;
      do {
        Node.Page page = nodes.at(0).list("Transfer", "booked", 1000, after);
        page.items().forEach(item -> booked.add(item.id().key()));
        after = page.next();
      } while (after != null);
      long[] balances = new long[ACCOUNTS];
      java.util.Arrays.fill(balances, INITIAL);
      for (int i = 0; i < clients.size(); i++) {
        boolean missing = false;
        for (Transfer each : clients.get(i).soFar()) {
          boolean here = booked.contains(each.key);
          if (before.get(i).contains(each)) {
            assertThat(here).as("%s was acknowledged before (I1)", each).isTrue();
          }
          if (durability == Durability.SYNC) {
            assertThat(here && missing).as("%s without one before it (I3)", each).isFalse();
          }
          missing |= !here && each.committed();
          if (here) {
            assertThat(each.outcome).isNotInstanceOf(Outcome.Aborted.class);
            balances[each.from] -= each.amount;
            balances[each.to] += each.amount;
          }
        }
      }
      for (int i = 0; i < ACCOUNTS; i++) {
        assertThat(nodes.at(i).balance("a" + i)).as("a%d (I2)", i).isEqualTo(balances[i]);
      }
      assertThat(nodes.at(0).run(nodes.bank().call("a0", "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  /** As a message would: a node that does not answer in time cannot be cut together with others. */
  @Test
  void aNodeThatCannotBeReachedMakesTheBackupFailAndNothingIsHeld() throws Exception {
    Deployment deployment = deployment(ConcurrencyControlKind.PATH_SENSITIVE, Durability.SYNC);
    try (Nodes nodes = new Nodes(folder, deployment, 2)) {
      nodes.stop(1);
      // The second one would find the log busy if the first still held it.
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThat(BackupFiles.attempt(nodes.at(0)))
            .isInstanceOfSatisfying(
                Result.Failed.class,
                failed -> assertThat(failed.why()).contains("cannot be reached"));
      }
      String here = ownedBy(nodes, deployment, 0);
      assertThat(nodes.at(0).run(nodes.bank().call(here, "open", 1L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  /** Silence is a crash there: the hold of a backup must not be taken for one. */
  @ParameterizedTest
  @CsvSource({"easy-commit, 50ms, false", "three-phase, 50ms, false", "easy-commit, 10s, true"})
  void aLogIsHeldForHalfOfTheDelayBoundAtMost(String commit, String bound, boolean succeeds)
      throws Exception {
    Deployment deployment =
        Nodes.deployment(
            (CommitKind) Objects.requireNonNull(CommitKinds.byName().get(commit)),
            ConcurrencyControlKind.PATH_SENSITIVE,
            "20ms",
            bound);
    try (Nodes nodes = new Nodes(folder, deployment, 2, it -> new LateHold(it, 1))) {
      nodes.openAccounts(1, "a0");
      assertThat(BackupFiles.attempt(nodes.at(0)) instanceof Result.Good).isEqualTo(succeeds);
      assertThat(nodes.at(0).run(nodes.bank().call("a0", "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  private static String ownedBy(Nodes nodes, Deployment deployment, int node) throws Exception {
    for (int i = 0; ; i++) {
      if (nodes.at(node).read("Account", "x" + i) instanceof Node.ReadResult.Missing) {
        return "x" + i;
      }
    }
  }

  @Test
  void whatNobodyKeepsCannotBeCopied() throws Exception {
    try (RunningNode node =
        new RunningNode(deployment(ConcurrencyControlKind.PATH_SENSITIVE, Durability.OFF), null)) {
      assertThat(BackupFiles.attempt(node))
          .isInstanceOfSatisfying(
              Result.Failed.class, failed -> assertThat(failed.code()).isEqualTo("nothing-kept"));
    }
  }

  @Test
  void aBackupThatHasEndedIsNotRead() throws Exception {
    Deployment deployment = deployment(ConcurrencyControlKind.PATH_SENSITIVE, Durability.SYNC);
    try (Disk disk = FolderDisk.open(folder);
        RunningNode node = new RunningNode(deployment, disk)) {
      Backups.Begun backup = BackupFiles.begin(node);
      String file = backup.nodes().getFirst().files().keySet().iterator().next();
      assertThat(BackupFiles.read(node, backup.id(), 0, file, 0)).isNotEmpty();
      BackupFiles.end(node, backup);
      assertThatThrownBy(() -> BackupFiles.read(node, backup.id(), 0, file, 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("backup-unknown");
    }
  }

  @Test
  void aFileThatTheCopyDoesNotHaveIsNotFound() throws Exception {
    Deployment deployment = deployment(ConcurrencyControlKind.PATH_SENSITIVE, Durability.SYNC);
    try (Disk disk = FolderDisk.open(folder);
        RunningNode node = new RunningNode(deployment, disk)) {
      Backups.Begun backup = BackupFiles.begin(node);
      for (String file : List.of("nothing", "", "../owner", "log-0000000000000000.tmp")) {
        assertThatThrownBy(() -> BackupFiles.read(node, backup.id(), 0, file, 0))
            .isInstanceOf(IOException.class)
            .hasMessage(
                "not-found: part 0 of the backup has no file '%s'; the answer to POST /backups"
                    + " lists the files of each part",
                file);
      }
      for (String file : backup.nodes().getFirst().files().keySet()) {
        assertThat(BackupFiles.read(node, backup.id(), 0, file, Long.MAX_VALUE / 10)).isEmpty();
      }
      BackupFiles.end(node, backup);
    }
  }

  @Test
  void restoredNodesAndOthersRefuseEachOther() throws Exception {
    Deployment deployment = deployment(ConcurrencyControlKind.PATH_SENSITIVE, Durability.SYNC);
    Path original = folder.resolve("original");
    Path restored = folder.resolve("restored");
    Path later = folder.resolve("later");
    try (Nodes nodes = new Nodes(original, deployment, 2)) {
      transfers(nodes, "t");
      Backups.Begun backup = BackupFiles.begin(nodes.at(0));
      BackupFiles.restore(nodes.at(0), backup, restored);
      BackupFiles.restore(nodes.at(0), backup, later);
      BackupFiles.end(nodes.at(0), backup);
    }
    // Among themselves they talk, and go on.
    try (Nodes nodes = new Nodes(restored, deployment, 2)) {
      transfers(nodes, "u");
    }
    assertRefused(deployment, restored.resolve("node-0"), original.resolve("node-1"));
    assertRefused(deployment, original.resolve("node-0"), restored.resolve("node-1"));
    // The same backup restored once more is older than what has run.
    assertRefused(deployment, restored.resolve("node-0"), later.resolve("node-1"));
  }

  private static void transfers(Nodes nodes, String prefix) throws Exception {
    for (int i = 0; i < 6; i++) {
      nodes.at(i).run(nodes.bank().call("a" + i, "open", INITIAL));
    }
    for (int i = 0; i < 20; i++) {
      String to = "a" + (i + 1) % 6;
      assertThat(nodes.at(i).run(nodes.bank().transfer(prefix + i, "book", 1L, "a" + i % 6, to)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  private static void assertRefused(Deployment given, Path first, Path second) throws Exception {
    Deployment deployment = given.withNodes(NodeAddress.inOneProcess(2));
    LoopbackNetwork network = new LoopbackNetwork(2);
    try (Disk one = FolderDisk.open(first);
        Disk two = FolderDisk.open(second);
        RunningNode a = new RunningNode(deployment, one, 0, network, (node, wire) -> wire);
        RunningNode b = new RunningNode(deployment, two, 1, network, (node, wire) -> wire)) {
      Nodes.awaitThat(() -> a.term().notReady() != null || b.term().notReady() != null);
      String why = a.term().notReady() != null ? a.term().notReady() : b.term().notReady();
      assertThat(why).contains("data folder");
      assertThat(a.meets(1).getAsBoolean()).isFalse();
    }
  }
}
