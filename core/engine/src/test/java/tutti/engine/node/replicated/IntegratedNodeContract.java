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
import tutti.engine.bank.VersionedBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.DeploymentBuilder;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.memory.TestHeap;
import tutti.engine.node.Node;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.testing.Await;

/**
 * Three hosts of an integrated protocol on folders: a bank that goes on when any host is killed.
 */
abstract class IntegratedNodeContract {
  @TempDir Path folder;

  private final UnaryOperator<DeploymentBuilder> settings;
  private final Protocol protocol;
  private final Protocol foreign;

  /**
   * @param settings of the protocol
   * @param foreign a protocol that does not open its folders
   */
  IntegratedNodeContract(
      Protocol protocol, UnaryOperator<DeploymentBuilder> settings, Protocol foreign) {
    this.protocol = protocol;
    this.settings = settings;
    this.foreign = foreign;
  }

  Hosts hosts() throws Exception {
    return hosts(it -> it);
  }

  /**
   * @param more settings
   */
  Hosts hosts(UnaryOperator<DeploymentBuilder> more) throws Exception {
    return new Hosts(folder, "host-", more.apply(integrated()).build());
  }

  DeploymentBuilder integrated() {
    Deployment replicated = Hosts.replicated(Deployment.DEFAULT, 3, 0, Replication.Layout.RING);
    return settings.apply(
        replicated.toBuilder().replication(replicated.replication().with(protocol)));
  }

  /** Checks hosts on which accounts were opened. */
  void checkOpened(Hosts hosts) throws Exception {}

  static void open(Hosts hosts) throws Exception {
    for (int i = 0; i < 8; i++) {
      assertThat(hosts.run(i % 3, null, hosts.bank.call("a" + i, "open", 100L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  static Outcome move(Hosts hosts, int at, int from, String key) throws Exception {
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
      checkOpened(hosts);
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
  void aHostThatHasLostItsDiskJoinsTheOthers() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      hosts.kill(2);
      hosts.loseDisk(2);
      assertThat(move(hosts, 0, 1, null)).isInstanceOf(Outcome.Committed.class);
      hosts.start(2);
      Await.that("host 2 is ready", () -> hosts.any(2).readiness().ready());
      hosts.kill(1);
      assertThat(hosts.balance(2, "a2")).isEqualTo(110);
      assertThat(move(hosts, 2, 2, null)).isInstanceOf(Outcome.Committed.class);
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
  void refusesBlocksOfAClientAndSnapshotsOfWhatWrites() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      CompletableFuture<Outcome> ended = new CompletableFuture<>();
      ClientBlock block =
          new ClientBlock(
              null, Hosts.TIMEOUT_NANOS, each -> hosts.any(0).run(each, ended::complete));
      block.put(new BlockStep.Perform(hosts.bank.call("a0", "deposit", 1L)), answer -> {});
      assertAborted(ended, "no-blocks");
      CompletableFuture<Outcome> asked = new CompletableFuture<>();
      List<Call> calls = List.of(hosts.bank.call("a0", "deposit", 1L));
      hosts
          .any(0)
          .submit(new TransactionRequest(calls, null, Hosts.TIMEOUT_NANOS, 0), asked::complete);
      assertAborted(asked, "not-a-query");
      assertThat(hosts.balance(1, "a0")).isEqualTo(100);
    }
  }

  @Test
  void longResultsAreCountedAsTheyComeAndRefusedWithoutRoom() throws Exception {
    String place = "lamp of " + getClass().getSimpleName();
    try (Hosts hosts = new Hosts(folder, "host-", integrated().build(), Lamps.APPLICATION)) {
      LongResultsOfHosts.areCountedAsTheyCome(hosts, place);
      LongResultsOfHosts.areRefusedWithoutRoom(hosts, new TestHeap(1024), place);
    }
  }

  @Test
  void aKeyOfARequestThatChangedNothingIsFreeForAnotherHost() throws Exception {
    try (Hosts hosts = new Hosts(folder, "host-", integrated().build(), Lamps.APPLICATION)) {
      Call next = Lamps.call("a", new Lamps.Lamp.Next());
      Outcome nothing = hosts.run(0, "key", next);
      assertThat(Lamps.result(nothing)).isEqualTo(0);
      hosts.run(1, null, Lamps.call("a", new Lamps.Lamp.First()));
      Outcome first = hosts.run(1, "key", next);
      assertThat(Lamps.result(first)).isEqualTo(2);
      for (int host = 0; host < 3; host++) {
        assertThat(hosts.run(host, "key", next)).isEqualTo(first);
      }
    }
  }

  private static void assertAborted(CompletableFuture<Outcome> ended, String code)
      throws Exception {
    assertThat(ended.get(60, TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            Outcome.Aborted.class, aborted -> assertThat(aborted.reason().code()).isEqualTo(code));
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

  /** The client is not to repeat what a host of this size can never do. */
  @Test
  void whatOneTransactionMayNeverHaveIsTooLarge() throws Exception {
    TestHeap heap = new TestHeap();
    try (Hosts hosts = hosts()) {
      open(hosts);
      hosts.kill(0);
      hosts.heap(heap);
      hosts.start(0);
      heap.underWay(4);
      assertAborted(hosts.begin(0, null, hosts.bank.call("new", "open", 1L)), "too-large");
      assertAborted(hosts.begin(0, "key", hosts.bank.call("a0", "deposit", 1L)), "too-large");
      assertThat(hosts.run(1, "key", hosts.bank.call("a0", "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
      heap.underWay(heap.most());
      assertThat(hosts.run(0, null, hosts.bank.call("new", "open", 1L)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(0, "a0")).isEqualTo(101);
    }
  }

  private static void upgrade(Hosts hosts, int version, Integer... started) throws Exception {
    hosts.upgrade(VersionedBank.of(hosts.bank, version));
    for (int host : started) {
      hosts.start(host);
    }
  }

  private static void refuses(Hosts hosts, Application version, String why) {
    hosts.upgrade(version);
    assertThatThrownBy(() -> hosts.start(0))
        .isInstanceOfSatisfying(
            DataFolderRefused.class,
            refused ->
                assertThat(refused.kind()).isEqualTo(DataFolderRefused.Kind.OTHER_APPLICATION))
        .hasMessageContaining(why);
  }

  @Test
  void aChangedApplicationGoesOnAndAHostThatWasAwayFollows() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      Outcome first = move(hosts, 1, 0, "first");
      hosts.kill(2);
      assertThat(move(hosts, 0, 4, null)).isInstanceOf(Outcome.Committed.class);
      hosts.stop(0);
      hosts.stop(1);
      Application refusing =
          new VersionedBank(hosts.bank, 2, List.of("Account.balance became a String"));
      refuses(hosts, refusing, "Account.balance became a String");
      upgrade(hosts, 1, 0, 1);
      assertThat(hosts.balance(0, "a4")).isEqualTo(90);
      hosts.stop(0);
      hosts.stop(1);

      upgrade(hosts, 2, 0, 1);
      assertThat(hosts.balance(0, "a4")).isEqualTo(900);
      assertThat(hosts.balance(1, "a5")).isEqualTo(1100);
      assertThat(move(hosts, 0, 0, "first")).as("the repeat").isEqualTo(first);
      assertThat(move(hosts, 1, 4, null)).isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(0, "a4")).isEqualTo(890);
      hosts.start(2);
      Await.that("host 2 is ready", () -> hosts.any(2).readiness().ready());
      hosts.kill(1);
      assertThat(hosts.balance(2, "a5")).isEqualTo(1110);
      assertThat(hosts.balance(2, "a7")).isEqualTo(1000);
      assertThat(move(hosts, 2, 7, null)).isInstanceOf(Outcome.Committed.class);

      hosts.kill(0);
      hosts.kill(2);
      refuses(hosts, new VersionedBank(hosts.bank, 1, List.of()), "field limit is gone");
      upgrade(hosts, 3, 0, 2);
      assertThat(hosts.balance(0, "a4")).isEqualTo(8_900);
      assertThat(hosts.balance(0, "a7")).isEqualTo(9_900);
      assertThat(hosts.balance(2, "a6")).isEqualTo(10_000);
      hosts.loseDisk(1);
      hosts.start(1);
      Await.that("host 1 is ready", () -> hosts.any(1).readiness().ready());
      hosts.kill(0);
      assertThat(hosts.balance(1, "a6")).isEqualTo(10_000);
      assertThat(move(hosts, 1, 0, "first")).as("the repeat").isEqualTo(first);

      // Host 1 has the versions now, though its folder was blank when it started.
      hosts.kill(2);
      hosts.loseDisk(2);
      hosts.start(2);
      Await.that("host 2 hears host 1", () -> hosts.any(2).readiness().missing().size() == 1);
      hosts.start(0);
      Await.that("host 2 is ready", () -> hosts.any(2).readiness().ready());
      assertThat(hosts.balance(2, "a6")).isEqualTo(10_000);
    }
  }

  /** Where the others run another application, a host says so, and not only that it is alone. */
  @Test
  void aHostWithAnotherApplicationSaysWhyItIsRefused() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      hosts.stop(2);
      hosts.upgrade(VersionedBank.of(hosts.bank, 2));
      hosts.start(2);
      Await.that(
          "host 2 says why",
          () ->
              String.valueOf(hosts.any(2).readiness().notReady())
                  .contains("it runs another application"));
    }
  }

  private static void change(Hosts hosts, Application version) throws Exception {
    for (int host = 0; host < 3; host++) {
      int each = host;
      Await.that("host " + host + " is ready", () -> hosts.any(each).readiness().ready());
    }
    hosts.awaitExecuted();
    for (int host = 0; host < 3; host++) {
      hosts.stop(host);
    }
    hosts.upgrade(version);
    for (int host = 0; host < 3; host++) {
      hosts.start(host);
    }
  }

  @Test
  void rowsGoThroughEachVersionOfActorsInJava() throws Exception {
    try (Hosts hosts = new Hosts(folder, "host-", integrated().build(), Lamps.APPLICATION)) {
      hosts.run(0, null, Lamps.call("a", new Lamps.Lamp.First()));
      Outcome next = hosts.run(1, "key", Lamps.call("a", new Lamps.Lamp.Next()));
      assertThat(Lamps.result(next)).isEqualTo(2);
      change(hosts, LaterLamps.COLORED);
      RelationalApplication colored = LaterLamps.COLORED;
      Call paint = LaterLamps.call(colored, "a", new LaterLamps.Colored.Paint(1, "red"));
      assertThat(hosts.run(2, null, paint)).isInstanceOf(Outcome.Committed.class);
      Call color = LaterLamps.call(colored, "a", new LaterLamps.Colored.Color(2));
      assertThat(Lamps.result(hosts.run(0, null, color))).isEqualTo("warm");
      Call repeat = LaterLamps.call(colored, "a", new LaterLamps.Colored.Next(7));
      assertThat(Lamps.result(hosts.run(1, "key", repeat))).as("the repeat").isEqualTo(2);
      change(hosts, LaterLamps.TINTED);
      RelationalApplication tinted = LaterLamps.TINTED;
      Call first = LaterLamps.call(tinted, "a", new LaterLamps.Tinted.Tint(1));
      assertThat(Lamps.result(hosts.run(0, null, first))).isEqualTo("red");
      Call second = LaterLamps.call(tinted, "a", new LaterLamps.Tinted.Tint(2));
      assertThat(Lamps.result(hosts.run(1, null, second))).isEqualTo("warm");
      for (int host = 0; host < 3; host++) {
        int each = host;
        Await.that("host " + host + " is ready", () -> hosts.any(each).readiness().ready());
      }
      hosts.awaitExecuted();
      for (int host = 0; host < 3; host++) {
        hosts.stop(host);
      }
      refuses(hosts, LaterLamps.STRICT, "Lamp[a]: Lamp.lit: the row (tint red, number 1)");
      refuses(hosts, LaterLamps.RENAMED, "Light.lit.tint is gone, and its values would be lost");
    }
  }

  @Test
  void refusesFoldersOfOtherProtocols() throws Exception {
    try (Hosts hosts = hosts()) {
      hosts.stop(0);
      hosts.redeploy(it -> it.toBuilder().replication(it.replication().with(foreign)).build());
      assertThatThrownBy(() -> hosts.start(0))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining(protocol.setting().replace(" =", ""));
    }
  }
}
