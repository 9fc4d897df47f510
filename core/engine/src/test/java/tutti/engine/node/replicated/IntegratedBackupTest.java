package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.bank.TestBank;
import tutti.engine.bank.VersionedBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.Backups.Begun;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.testing.Await;

/** Data moves by backup and restore from hosts of integrated protocols, and to them. */
class IntegratedBackupTest {
  private static final int ACCOUNTS = 8;
  private static final long INITIAL = 1000;
  private static final int CLIENTS = 3;

  private static final Deployment SMALL =
      Deployment.DEFAULT.toBuilder()
          .executors(1)
          .journal(new JournalSettings(1 << 20, 1 << 20, Duration.ZERO))
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

  private static Deployment replicas() {
    return Hosts.replicated(SMALL, 3, 0, Replication.Layout.RING);
  }

  private static Deployment integrated(Protocol protocol) {
    return Hosts.under(protocol, replicas());
  }

  private Hosts hosts(String name, Deployment deployment) throws Exception {
    Hosts hosts = new Hosts(folder, name, deployment);
    for (int host = 0; host < 3; host++) {
      Node node = hosts.any(host);
      Await.that(() -> "ready: " + node.readiness(), () -> node.readiness().ready());
    }
    return hosts;
  }

  private static void open(Node at) throws Exception {
    for (int account = 0; account < ACCOUNTS; account++) {
      Call open = new TestBank().call("a" + account, "open", INITIAL);
      assertThat(Moves.run(at, "open-" + account, open)).isInstanceOf(Outcome.Committed.class);
    }
  }

  /** A client that moves money, one transfer after another, and remembers those that were told. */
  private static final class Client {
    final int number;
    final List<TransactionId> told = new ArrayList<>();

    Client(int number) {
      this.number = number;
    }

    String key(int transfer) {
      return "client-" + number + "-" + transfer;
    }

    static Call[] transfer(int number) {
      TestBank bank = new TestBank();
      return new Call[] {
        bank.call("a" + number % ACCOUNTS, "withdraw", 1L),
        bank.call("a" + (number + 3) % ACCOUNTS, "deposit", 1L)
      };
    }

    void work(Node at, AtomicBoolean enough) {
      try {
        for (int i = 0; !enough.get(); i++) {
          Outcome outcome = Moves.run(at, key(i), transfer(number + i));
          if (!(outcome instanceof Outcome.Committed)) {
            throw new AssertionError(outcome);
          }
          synchronized (told) {
            told.add(outcome.transaction());
          }
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    int count() {
      synchronized (told) {
        return told.size();
      }
    }

    /**
     * Returns how many of its transfers are among the data: the first ones, since each was asked
     * for when the one before had been told.
     */
    int judge(Node restored) throws Exception {
      int there = 0;
      for (int i = 0; i < told.size(); i++) {
        Outcome again = Moves.run(restored, key(i), transfer(number + i));
        if (again.transaction().equals(told.get(i))) {
          assertThat(there).as("no gap before " + key(i)).isEqualTo(i);
          there++;
        }
      }
      return there;
    }
  }

  private static long sum(List<? extends Node> nodes) throws Exception {
    long sum = 0;
    for (int account = 0; account < ACCOUNTS; account++) {
      sum += Moves.balance(nodes.get(account % nodes.size()), account);
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void theMoneyIsWholeInABackupThatIsTakenWhileItMoves(Protocol protocol) throws Exception {
    List<Client> clients = new ArrayList<>();
    List<Part> parts;
    int[] before = new int[CLIENTS];
    try (Hosts hosts = hosts("first-", integrated(protocol))) {
      open(hosts.any(0));
      AtomicBoolean enough = new AtomicBoolean();
      List<Thread> load = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Client client = new Client(i);
        clients.add(client);
        Node at = hosts.any(i);
        load.add(Thread.ofPlatform().start(() -> client.work(at, enough)));
      }
      Await.that("transfers", () -> clients.stream().allMatch(each -> each.count() > 5));
      for (int i = 0; i < CLIENTS; i++) {
        before[i] = clients.get(i).count();
      }
      parts = moves.backupAtLast(hosts.any(1));
      int[] after = clients.stream().mapToInt(each -> each.count() + 3).toArray();
      Await.that(
          "they go on", () -> clients.stream().allMatch(it -> it.count() > after[it.number]));
      enough.set(true);
      for (Thread each : load) {
        each.join();
      }
      assertThat(parts).hasSize(3);
    }
    moves.restore(parts, SMALL, true, "one-");
    try (Disk disk = FolderDisk.open(folder.resolve("one-0"));
        HostNode one = moves.one(disk, SMALL)) {
      assertThat(sum(List.of(one))).isEqualTo(ACCOUNTS * INITIAL);
      for (Client each : clients) {
        assertThat(each.judge(one)).isGreaterThanOrEqualTo(before[each.number]);
      }
    }
    // Spreading leaves the parts as they are: nothing is in doubt in them.
    Protocol other = protocol == Protocol.JANUS ? Protocol.TAPIR : Protocol.JANUS;
    moves.restore(parts, integrated(other), true, "other-");
    try (Hosts hosts = hosts("other-", integrated(other))) {
      assertThat(sum(List.of(hosts.any(0), hosts.any(2)))).isEqualTo(ACCOUNTS * INITIAL);
      Client first = clients.getFirst();
      assertThat(Moves.run(hosts.any(1), first.key(0), Client.transfer(0)).transaction())
          .isEqualTo(first.told.getFirst());
    }
  }

  /** Keys that an integrated protocol keeps are more than {@code max-keys}, and so in its moves. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void aMoveKeepsAllKeysWhereTheirNumberHasNoLimit(Protocol protocol) throws Exception {
    Deployment few =
        integrated(protocol).toBuilder()
            .idempotency(new Deployment.IdempotencySettings(Duration.ofDays(1), 3))
            .build();
    List<Part> parts;
    try (Hosts hosts = hosts("few-", few)) {
      open(hosts.any(0));
      parts = moves.backupAtLast(hosts.any(1));
    }
    assertThat(moves.restore(parts, few, true, "same-").droppedKeys()).isZero();
    try (Hosts hosts = hosts("same-", few)) {
      open(hosts.any(1));
      assertThat(sum(List.of(hosts.any(0)))).isEqualTo(ACCOUNTS * INITIAL);
      parts = moves.backupAtLast(hosts.any(2));
    }
    Deployment one =
        SMALL.toBuilder()
            .idempotency(new Deployment.IdempotencySettings(Duration.ofDays(1), ACCOUNTS - 2))
            .build();
    assertThat(moves.restore(parts, one, true, "limited-").droppedKeys()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void fromOneNodeToHostsAndOnToReplicasWithAHostAway(Protocol protocol) throws Exception {
    List<Part> parts;
    try (Disk disk = FolderDisk.open(folder.resolve("one"));
        HostNode one = moves.one(disk, SMALL)) {
      open(one);
      parts = moves.backup(one);
    }
    moves.restore(parts, integrated(protocol), true, "three-");
    try (Hosts hosts = hosts("three-", integrated(protocol))) {
      Call open = new TestBank().call("a0", "open", INITIAL);
      assertThat(Moves.run(hosts.any(2), "open-0", open)).isInstanceOf(Outcome.Committed.class);
      assertThat(Moves.run(hosts.any(1), "move", Client.transfer(0)))
          .isInstanceOf(Outcome.Committed.class);
      hosts.kill(0);
      Await.that("host 0 is missed", () -> !hosts.any(2).readiness().missing().isEmpty());
      parts = moves.backupAtLast(hosts.any(2));
    }
    moves.restore(parts, replicas(), false, "again-");
    try (Hosts hosts = hosts("again-", replicas())) {
      assertThat(sum(List.of(hosts.any(0), hosts.any(1)))).isEqualTo(ACCOUNTS * INITIAL);
      assertThat(Moves.run(hosts.any(1), "move", Client.transfer(0)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(Moves.balance(hosts.any(2), 0)).isEqualTo(INITIAL - 1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void aHostWithAnEmptyFolderGetsWhatWasRestored(Protocol protocol) throws Exception {
    List<Part> parts;
    try (Disk disk = FolderDisk.open(folder.resolve("one"));
        HostNode one = moves.one(disk, SMALL)) {
      open(one);
      parts = moves.backup(one);
    }
    moves.restore(parts, integrated(protocol), true, "three-");
    try (Hosts hosts = hosts("three-", integrated(protocol))) {
      hosts.kill(1);
      hosts.loseDisk(1);
      hosts.start(1);
      Await.that("host 1 is ready", () -> hosts.any(1).readiness().ready());
      hosts.kill(0);
      assertThat(sum(List.of(hosts.any(1), hosts.any(2)))).isEqualTo(ACCOUNTS * INITIAL);
      assertThat(Moves.run(hosts.any(1), "move", Client.transfer(5)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  /** Any host says so, not only the one that has the copy. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS", "MULTIPAXOS"})
  void aFileThatTheCopyDoesNotHaveIsNotFound(Protocol protocol) throws Exception {
    try (Hosts hosts = hosts("three-", Hosts.under(protocol, replicas()))) {
      AtomicReference<Begun> begun = new AtomicReference<>();
      Await.that("a backup begins", () -> begins(hosts.any(1), begun));
      for (int host = 0; host < 3; host++) {
        Node at = hosts.any(host);
        for (int shard = 0; shard < 3; shard++) {
          int of = shard;
          Result<byte[]> piece =
              Moves.<Result<byte[]>>answer(
                  done -> at.backups().read(begun.get().id(), of, "nothing", 0, done));
          assertThat(piece)
              .isInstanceOfSatisfying(
                  Result.Failed.class,
                  failed -> {
                    assertThat(failed.code()).isEqualTo("not-found");
                    assertThat(failed.why()).contains("part " + of + " of the backup has no file");
                  });
        }
      }
    }
  }

  /** A host that starts is asked before it knows which versions wrote what it has. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS", "MULTIPAXOS"})
  void aBackupIsOfTodaysVersionHoweverSoonItIsTaken(Protocol protocol) throws Exception {
    Application later = VersionedBank.of(new TestBank(), 2);
    Deployment deployment = Hosts.under(protocol, replicas());
    List<Part> parts;
    try (Hosts hosts = hosts("first-", deployment)) {
      open(hosts.any(0));
      if (deployment.integrated()) {
        hosts.awaitExecuted();
      }
      for (int host = 0; host < 3; host++) {
        hosts.stop(host);
      }
      hosts.upgrade(later);
      for (int host = 0; host < 3; host++) {
        hosts.start(host);
      }
      AtomicReference<Begun> begun = new AtomicReference<>();
      Await.that("a backup begins", () -> begins(hosts.any(1), begun));
      parts = moves.read(hosts.any(1), begun.get());
    }
    moves.restore(later, parts, deployment, deployment.integrated(), "again-");
    try (Hosts hosts = new Hosts(folder, "again-", deployment, later)) {
      assertThat(sum(List.of(hosts.any(0), hosts.any(1)))).isEqualTo(ACCOUNTS * INITIAL * 10);
    }
  }

  @Test
  void aBackupOfANodeAloneIsOfTodaysVersionHoweverSoonItIsTaken() throws Exception {
    Application later = VersionedBank.of(new TestBank(), 2);
    List<Part> parts;
    try (Disk disk = FolderDisk.open(folder.resolve("one"))) {
      try (HostNode one = moves.one(disk, SMALL)) {
        open(one);
      }
      try (HostNode one = moves.one(disk, SMALL, later)) {
        AtomicReference<Begun> begun = new AtomicReference<>();
        Await.that("a backup begins", () -> begins(one, begun));
        parts = moves.read(one, begun.get());
      }
    }
    moves.restore(later, parts, SMALL, false, "again-");
    try (Disk disk = FolderDisk.open(folder.resolve("again-0"));
        HostNode one = moves.one(disk, SMALL, later)) {
      assertThat(sum(List.of(one))).isEqualTo(ACCOUNTS * INITIAL * 10);
    }
  }

  private static boolean begins(Node at, AtomicReference<Begun> begun) throws Exception {
    Result<Begun> result = Moves.<Result<Begun>>answer(at.backups()::begin);
    if (result instanceof Result.Good<Begun>(Begun good)) {
      begun.set(good);
    }
    return begun.get() != null;
  }
}
