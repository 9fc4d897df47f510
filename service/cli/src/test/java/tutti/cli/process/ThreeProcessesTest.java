package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.lab.process.TcpProxy;
import tutti.model.testing.Await;
import tutti.model.testing.Effort;
import tutti.model.testing.LiveFolder;

/** Three nodes, each a process: what dies, stops or is cut off loses nothing and blocks little. */
class ThreeProcessesTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final String[] PATH_SENSITIVE = {
    "--concurrency-control", "psac", "--containers", "1"
  };
  private static final String[] LOCKING = {"--concurrency-control", "2pl", "--containers", "4"};
  private static final Pattern IN_DOUBT =
      Pattern.compile("tutti_in_doubt_actor\\{actor=\"([^\"]*)\",.*transaction=\"([^\"]*)\"}");

  @TempDir private Path folder;

  // --- whatever happens, under load ---

  /** The dear cases take turns: usually one of all {@link DearFamily}. */
  @TestFactory
  Stream<DynamicTest> whateverHappensToANodeLosesNothing() {
    return Effort.fewInTurn(
        DearFamily.NODES,
        DearFamily.COUNT,
        List.of(
            dynamicTest(
                "every acknowledged transfer stands under two-phase",
                () -> everyAcknowledgedTransferStandsWhateverHappensToANode("two-phase")),
            dynamicTest(
                "every acknowledged transfer stands under paxos-commit",
                () -> everyAcknowledgedTransferStandsWhateverHappensToANode("paxos-commit")),
            dynamicTest(
                "a coordinator that dies blocks what its transaction touched",
                this
                    ::aCoordinatorThatDiesBlocksWhatItsTransactionTouchedUntilItIsBackUnderWhateverDeployment),
            dynamicTest(
                "an older copy of a data folder is refused by the peers",
                this::anOlderCopyOfADataFolderIsRefusedByThePeers)))
        .stream();
  }

  private void everyAcknowledgedTransferStandsWhateverHappensToANode(String commit)
      throws Exception {
    String[] flags = with(PATH_SENSITIVE, "--commit", commit);
    try (Cluster cluster = new Cluster(Files.createTempDirectory(folder, "nodes"))) {
      PersistentLoad load = new PersistentLoad(cluster, Bank.accounts(9));
      cluster.startAll(flags);
      load.open();
      troubles(cluster, load, 11, 4, 800, flags);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {21, 22, 23})
  void everyAcknowledgedTransferStandsAfterManyTroublesAndChanges(int seed) throws Exception {
    try (Cluster cluster = new Cluster(Files.createTempDirectory(folder, "nodes"))) {
      PersistentLoad load = new PersistentLoad(cluster, Bank.accounts(9));
      for (int round = 0; round < 4; round++) {
        String commit = round % 2 == 0 ? "two-phase" : "paxos-commit";
        String[] flags =
            with((round + seed) % 2 == 0 ? PATH_SENSITIVE : LOCKING, "--commit", commit);
        cluster.startAll(flags);
        if (round == 0) {
          load.open();
        }
        troubles(cluster, load, seed * 10L + round, 8, 6_500, flags);
        for (int node = 0; node < Cluster.SIZE; node++) {
          cluster.kill(node);
        }
      }
    }
  }

  /** The faults of a node. */
  private enum Trouble {
    KILLED,
    PAUSED,
    CUT_OFF,
    HELD_UP
  }

  private static void troubles(
      Cluster cluster, PersistentLoad load, long seed, int count, int longestMillis, String[] flags)
      throws Exception {
    Random random = new Random(seed);
    int before = load.acknowledged();
    load.start(8, seed);
    List<Trouble> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (i % Trouble.values().length == 0) {
        List<Trouble> all = new ArrayList<>(List.of(Trouble.values()));
        Collections.shuffle(all, random);
        drawn.addAll(all);
      }
      Thread.sleep(100 + random.nextInt(400));
      trouble(
          cluster,
          drawn.get(i),
          random.nextInt(Cluster.SIZE),
          200 + random.nextInt(longestMillis),
          flags);
    }
    cluster.awaitWhole();
    Await.that("enough transfers", () -> load.acknowledged() > before + 50);
    load.finish();
    for (int node = 0; node < Cluster.SIZE; node++) {
      TuttiProcess each = cluster.at(node);
      Cluster.await("nothing in doubt", () -> each.text("/metrics").contains("tutti_in_doubt 0.0"));
    }
    load.check();
    assertThat(load.repeats()).as("troubles that clients felt, seed %s", seed).isPositive();
  }

  private static void trouble(
      Cluster cluster, Trouble trouble, int node, int millis, String[] flags) throws Exception {
    switch (trouble) {
      case KILLED -> {
        cluster.kill(node);
        cluster.start(node, flags);
      }
      case PAUSED -> {
        cluster.signal(node, "STOP");
        Thread.sleep(millis);
        cluster.signal(node, "CONT");
      }
      case CUT_OFF -> {
        others(node).forEach(other -> cluster.between(node, other).cut());
        Thread.sleep(millis);
        others(node).forEach(other -> cluster.between(node, other).restore());
      }
      case HELD_UP -> {
        TcpProxy link = cluster.between(node, (node + 1) % Cluster.SIZE);
        link.hold();
        Thread.sleep(millis);
        link.restore();
      }
    }
  }

  private static List<Integer> others(int node) {
    return Stream.of(A, B, C).filter(other -> other != node).toList();
  }

  // --- in doubt ---

  private void
      aCoordinatorThatDiesBlocksWhatItsTransactionTouchedUntilItIsBackUnderWhateverDeployment()
          throws Exception {
    String onA = Cluster.accountsOn(A, 1).getFirst();
    String onB = Cluster.accountsOn(B, 2).getFirst();
    String alsoOnB = Cluster.accountsOn(B, 2).getLast();
    String onC = Cluster.accountsOn(C, 2).getFirst();
    String alsoOnC = Cluster.accountsOn(C, 2).getLast();
    try (Cluster cluster = new Cluster(Files.createTempDirectory(folder, "nodes"))) {
      cluster.startAll(PATH_SENSITIVE);
      for (String account : List.of(onA, onB, alsoOnB, onC, alsoOnC)) {
        Bank.open(cluster.at(C), account, "EUR 100.00");
      }
      // Its decisions take this long to be flushed, so that it can be killed before it tells them.
      cluster.stop(A);
      cluster.start(A, withPadding(PATH_SENSITIVE));
      cluster.awaitWhole();
      int id = Cluster.transfersOf(A).findFirst().orElseThrow();
      Thread client = Thread.ofVirtual().start(() -> ask(cluster.at(C), id, onB, onC));
      String transaction = awaitInDoubt(cluster.at(B), onB);
      cluster.kill(A);
      client.join();

      staysInDoubt(cluster, transaction, onB);
      othersGoOn(cluster, onA, alsoOnB, alsoOnC);

      cluster.stop(B);
      cluster.stop(C);
      TuttiProcess b = cluster.start(B, LOCKING);
      cluster.start(C, LOCKING);
      Answer not = b.get("/ready");
      assertThat(not.status()).isEqualTo(503);
      assertThat(not.text("detail")).contains("must be decided", transaction, "node a");
      Bank.expect(503, b.get("/Account/" + onB));
      cluster.start(A, LOCKING);
      cluster.awaitWhole();

      // Whether the decision was written before the coordinator died is a race that nobody else
      // sees.
      Answer stands = Bank.expect(200, cluster.at(C).get("/transactions/" + transaction));
      boolean committed = stands.text("outcome").equals("committed");
      assertThat(committed || stands.text("outcome").equals("aborted")).isTrue();
      Bank.expect(committed ? 200 : 404, cluster.at(B).get("/Transfer/" + id));
      assertThat(Bank.balance(cluster.at(A), onB)).isEqualByComparingTo(committed ? "90" : "100");
      assertThat(Bank.balance(cluster.at(B), onC)).isEqualByComparingTo(committed ? "110" : "100");
      assertThat(Bank.balance(cluster.at(A), alsoOnC)).isEqualByComparingTo("101");
      assertThat(Bank.balance(cluster.at(C), alsoOnB)).isEqualByComparingTo("99");
      assertThat(Bank.balance(cluster.at(C), onA)).isEqualByComparingTo("100");
    }
  }

  private static String[] withPadding(String[] flags) {
    return with(flags, "-D", "tutti.journal.flush-padding=8s");
  }

  private static String[] with(String[] flags, String... more) {
    return Stream.concat(Stream.of(flags), Stream.of(more)).toArray(String[]::new);
  }

  private static void ask(TuttiProcess node, int id, String from, String to) {
    try {
      assertThat(Bank.transfer(node, id, from, to, "EUR 10.00", "once").status()).isEqualTo(202);
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The transaction that keeps an account. */
  private static String awaitInDoubt(TuttiProcess node, String account) throws Exception {
    String[] found = {""};
    Cluster.await(
        "in doubt at " + account,
        () -> {
          Matcher actor = IN_DOUBT.matcher(node.text("/metrics"));
          while (actor.find()) {
            if (actor.group(1).equals("Account[" + account + "]")) {
              found[0] = actor.group(2);
            }
          }
          return !found[0].isEmpty();
        });
    return found[0];
  }

  private static void staysInDoubt(Cluster cluster, String transaction, String account)
      throws Exception {
    TuttiProcess b = cluster.at(B);
    assertThat(b.text("/metrics")).contains("tutti_in_doubt 1.0");
    Answer status = Bank.expect(202, b.get("/transactions/" + transaction));
    assertThat(status.text("outcome")).isEqualTo("in-doubt");
    assertThat(status.text("detail")).contains("node a", account);
    Answer refused = b.post("/Account/" + account + "/block", "{}", "", "500ms");
    Bank.expect(503, refused);
    assertThat(refused.text("code")).isEqualTo("deadline");
    assertThat(refused.text("detail"))
        .contains(
            "transaction " + transaction + ", in doubt since", "waits for node a, unreachable");
  }

  private static void othersGoOn(Cluster cluster, String onA, String onB, String onC)
      throws Exception {
    int id = Cluster.transfersOf(C).findFirst().orElseThrow();
    Bank.expect(200, Bank.transfer(cluster.at(B), id, onB, onC, "EUR 1.00", "other"));
    Answer needsA = Bank.transfer(cluster.at(B), id + 1, onA, onB, "EUR 1.00", "needs-a");
    Bank.expect(503, needsA);
    assertThat(needsA.text("code")).isEqualTo("node-unavailable");
    assertThat(needsA.text("detail")).contains("node a");
  }

  // --- disks ---

  private void anOlderCopyOfADataFolderIsRefusedByThePeers() throws Exception {
    String onB = Cluster.accountsOn(B, 1).getFirst();
    String onC = Cluster.accountsOn(C, 1).getFirst();
    try (Cluster cluster = new Cluster(Files.createTempDirectory(folder, "nodes"))) {
      cluster.startAll(LOCKING);
      Bank.open(cluster.at(A), onB, "EUR 100.00");
      Bank.open(cluster.at(A), onC, "EUR 100.00");
      cluster.kill(C);
      Path copy = folder.resolve("copy");
      LiveFolder.copy(cluster.dataOf(C), copy);
      cluster.start(C, LOCKING);
      cluster.awaitWhole();
      Bank.expect(200, Bank.transfer(cluster.at(A), 1, onB, onC, "EUR 10.00", "k"));
      cluster.kill(C);
      Path newest = folder.resolve("newest");
      Files.move(cluster.dataOf(C), newest);
      LiveFolder.copy(copy, cluster.dataOf(C));

      try (TuttiProcess c = cluster.startOnly(C, LOCKING)) {
        assertThat(c.exitStatus()).as(c.output()).isEqualTo(1);
        assertThat(c.output())
            .contains("tutti: this node must not go on: node ", "newest copy of its folder")
            .doesNotContain("\tat ");
      }

      Cluster.delete(cluster.dataOf(C));
      Files.move(newest, cluster.dataOf(C));
      cluster.start(C, LOCKING);
      cluster.awaitWhole();
      assertThat(Bank.balance(cluster.at(C), onC)).isEqualByComparingTo("110");
      assertThat(Bank.balance(cluster.at(C), onB)).isEqualByComparingTo("90");
    }
  }
}
