package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.node.shard.LogKnowledge;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Await;
import tutti.model.testing.LiveFolder;

/** Hosts whose data has another history than that of the others, and what they say. */
class WorldsTest {
  private static final int ACCOUNTS = 8;
  private static final long INITIAL = 1000;

  @TempDir private Path folder;
  private Moves moves;

  @BeforeEach
  void begin() {
    moves = new Moves(folder);
  }

  @AfterEach
  void close() throws IOException {
    moves.close();
  }

  private static Deployment of(Protocol protocol, int hosts) {
    Deployment small =
        Deployment.DEFAULT.toBuilder()
            .executors(1)
            .journal(new JournalSettings(1 << 20, 1 << 20, Duration.ZERO))
            .build();
    return Hosts.under(protocol, Hosts.replicated(small, hosts, 0, Replication.Layout.RING));
  }

  private static void ready(Hosts hosts, int... which) throws Exception {
    for (int host : which) {
      Node node = hosts.any(host);
      Await.that(() -> "ready: " + node.readiness(), () -> node.readiness().ready());
    }
  }

  private static void open(Node at) throws Exception {
    for (int account = 0; account < ACCOUNTS; account++) {
      assertThat(
              Moves.run(at, "open-" + account, new TestBank().call("a" + account, "open", INITIAL)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  /** Makes a cluster, and restores a backup of it into folders of their own. */
  private List<Part> restored(Deployment deployment, int... all) throws Exception {
    List<Part> parts;
    try (Hosts hosts = new Hosts(folder, "first-", deployment)) {
      ready(hosts, all);
      open(hosts.any(0));
      parts = moves.backupAtLast(hosts.any(1));
      assertThat(Moves.run(hosts.any(0), "more", new TestBank().call("a0", "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
    }
    moves.restore(parts, deployment, deployment.integrated(), "again-");
    try (Hosts hosts = new Hosts(folder, "again-", deployment)) {
      ready(hosts, all);
    }
    return parts;
  }

  /** Puts the folder of before into the place of a restored one. */
  private void mistake(int host) throws IOException {
    Path right = folder.resolve("again-" + host);
    Files.move(right, folder.resolve("right-" + host));
    Files.move(folder.resolve("first-" + host), right);
  }

  /**
   * Waits for a sentence of a host that is not ready. Whichever of two hosts refuses the other
   * first, the sentence names the data of both.
   */
  private static void says(Hosts hosts, int host, String why) throws Exception {
    Await.that(
        () -> "host " + host + " says: " + hosts.any(host).readiness(),
        () -> String.valueOf(hosts.any(host).readiness().notReady()).contains(why));
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"MULTIPAXOS", "TAPIR", "JANUS"})
  void aHostWithTheFolderOfBeforeIsRefusedByThoseThatAreRestored(Protocol protocol)
      throws Exception {
    Deployment deployment = of(protocol, 3);
    restored(deployment, 0, 1, 2);
    mistake(2);
    try (Hosts hosts = new Hosts(folder, "again-", deployment)) {
      says(hosts, 2, "into which no backup was restored");
      hosts.stop(2);
      hosts.loseDisk(2);
      hosts.start(2);
      ready(hosts, 0, 1, 2);
      hosts.stop(0);
      assertThat(Moves.balance(hosts.any(2), 0)).isEqualTo(INITIAL);
      assertThat(Moves.run(hosts.any(2), "on", new TestBank().call("a0", "deposit", 5L)))
          .isInstanceOf(Outcome.Committed.class);
      hosts.start(0);
      ready(hosts, 0);
    }
  }

  /** Under MultiPaxos it has said nothing, and gets what it lacks as an empty one does. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void aHostThatIsRestoredOnceMoreIsRefusedByThoseThatHaveGoneOn(Protocol protocol)
      throws Exception {
    Deployment deployment = of(protocol, 3);
    List<Part> parts = restored(deployment, 0, 1, 2);
    moves.restore(parts, deployment, deployment.integrated(), "anew-");
    Files.move(folder.resolve("again-2"), folder.resolve("right-2"));
    Files.move(folder.resolve("anew-2"), folder.resolve("again-2"));
    try (Hosts hosts = new Hosts(folder, "again-", deployment)) {
      says(hosts, 2, "has other data of backup");
    }
  }

  /** A copy has forgotten what was promised since, and makes majorities with what it lacks. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"MULTIPAXOS", "TAPIR", "JANUS"})
  void aHostWithAnOlderCopyOfItsFolderIsRefused(Protocol protocol) throws Exception {
    Path own = folder.resolve("own-2");
    Path older = folder.resolve("older");
    try (Hosts hosts = new Hosts(folder, "own-", of(protocol, 3))) {
      ready(hosts, 0, 1, 2);
      open(hosts.any(0));
      hosts.stop(2);
      LiveFolder.copy(own, older);
      hosts.start(2);
      ready(hosts, 2);
      assertThat(Moves.run(hosts.any(2), "since", new TestBank().call("a0", "deposit", 5L)))
          .isInstanceOf(Outcome.Committed.class);
      hosts.stop(2);
      LiveFolder.delete(own);
      LiveFolder.copy(older, own);
      hosts.start(2);
      says(hosts, 2, "is an older copy");
      hosts.stop(2);
      hosts.loseDisk(2);
      hosts.start(2);
      ready(hosts, 0, 1, 2);
      assertThat(Moves.balance(hosts.any(2), 0)).isEqualTo(INITIAL + 5);
    }
  }

  /** Found by hunt 9: a snapshot of a disk is of the start that the others have met. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"MULTIPAXOS", "TAPIR", "JANUS"})
  void aHostWithACopyThatWasMadeWhileItRanIsRefused(Protocol protocol) throws Exception {
    Path own = folder.resolve("own-2");
    Path older = folder.resolve("older");
    try (Hosts hosts = new Hosts(folder, "own-", of(protocol, 3))) {
      ready(hosts, 0, 1, 2);
      open(hosts.any(0));
      LiveFolder.copy(own, older);
      long copied = ((HostNode) hosts.any(2)).shards().logs().logEnd();
      hosts.stop(0);
      for (int each = 0; each < ACCOUNTS; each++) {
        assertThat(
                Moves.run(
                    hosts.any(2), "since-" + each, new TestBank().call("a" + each, "deposit", 5L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      LogKnowledge its = ((HostNode) hosts.any(1)).shards().logs();
      Await.that("it has told more", () -> its.heardOf(2) > copied);
      hosts.stop(2);
      LiveFolder.delete(own);
      LiveFolder.copy(older, own);
      hosts.start(2);
      says(hosts, 2, "is an older copy");
      hosts.start(0);
      ready(hosts, 0, 1);
      assertThat(hosts.any(2).readiness().ready())
          .as("the first has heard nothing since")
          .isFalse();
      hosts.stop(2);
      hosts.loseDisk(2);
      hosts.start(2);
      ready(hosts, 0, 1, 2);
      assertThat(Moves.balance(hosts.any(2), 0)).isEqualTo(INITIAL + 5);
    }
  }

  /** With more hosts than replicas each world had the majority of some shards, and all went on. */
  @Test
  void twoWorldsOfFourHostsMakeNoTransactionsTogether() throws Exception {
    Deployment deployment = of(Protocol.MULTIPAXOS, 4);
    restored(deployment, 0, 1, 2, 3);
    mistake(2);
    mistake(3);
    try (Hosts hosts = new Hosts(folder, "again-", deployment)) {
      says(hosts, 0, "into which no backup was restored");
      says(hosts, 1, "into which no backup was restored");
      says(hosts, 2, "into which no backup was restored");
      says(hosts, 3, "into which no backup was restored");
    }
  }
}
