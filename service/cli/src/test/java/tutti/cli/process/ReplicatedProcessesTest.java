package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tutti.cli.CommandInside;

/**
 * Three hosts with three shards of three replicas, each a process: any one may die under load, with
 * its disk, and comes back.
 */
@Tag("slow")
class ReplicatedProcessesTest {
  private static final int ENOUGH = 60;

  @TempDir private Path folder;

  private static String[] flags(String control) {
    return new String[] {
      "--replication",
      "multipaxos",
      "-D",
      "tutti.shards.election-timeout=500ms",
      "--concurrency-control",
      control
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"path-sensitive", "two-phase-locking"})
  void aHostThatIsKilledOrLosesItsFolderUnderLoadComesBackAndNothingIsLost(String control)
      throws Exception {
    String[] flags = flags(control);
    String account = Bank.accounts(9).getFirst();
    try (Cluster cluster = new Cluster(Files.createTempDirectory(folder, "hosts"))) {
      PersistentLoad load = new PersistentLoad(cluster, Bank.accounts(9));
      cluster.startAll(flags);
      load.open();
      load.start(8, 5);
      goesOn(load);

      int leader = leaderOf(cluster, account);
      cluster.kill(leader);
      goesOn(load);
      assertThat(leaderOf(cluster, account)).isNotEqualTo(leader);
      cluster.start(leader, flags);
      cluster.awaitWhole();

      int blank = (leader + 1) % Cluster.SIZE;
      cluster.kill(blank);
      Cluster.delete(cluster.dataOf(blank));
      goesOn(load);
      cluster.start(blank, flags);
      // A host is ready when all its replicas vote.
      cluster.awaitWhole();

      int third = (leader + 2) % Cluster.SIZE;
      cluster.kill(third);
      goesOn(load);
      cluster.start(third, flags);
      cluster.awaitWhole();

      cluster.stop(blank);
      goesOn(load);
      cluster.start(blank, flags);
      cluster.awaitWhole();
      load.finish();
      load.check();
      assertThat(load.repeats()).as("troubles that clients felt").isPositive();
      theCommandsTell(cluster, account);
    }
  }

  private static void goesOn(PersistentLoad load) throws Exception {
    int before = load.acknowledged();
    Cluster.await("transfers go on", () -> load.acknowledged() > before + ENOUGH);
  }

  /** The host that leads an account's shard, as any host that runs says. */
  private static int leaderOf(Cluster cluster, String account) throws Exception {
    int[] leader = {-1};
    int shard = Cluster.nodeOf("Account", account);
    Cluster.await(
        "a leader of shard " + shard,
        () -> {
          for (int node = 0; node < Cluster.SIZE && leader[0] < 0; node++) {
            TuttiProcess running = cluster.orNull(node);
            if (running != null) {
              JsonNode shards = running.get("/shards").body().path("shards");
              leader[0] = "abc".indexOf(shards.path(shard).path("leader").asString("none"));
            }
          }
          return leader[0] >= 0;
        });
    return leader[0];
  }

  private static void theCommandsTell(Cluster cluster, String account) throws Exception {
    int leader = leaderOf(cluster, account);
    String url = cluster.at(0).url();
    assertThat(output("where", "Account/" + account, "--url", url))
        .contains(
            "Account/" + account + " is in shard " + Cluster.nodeOf("Account", account),
            "led by " + "abc".charAt(leader));
    List<String> lines = output("shard", "list", "--url", url).lines().toList();
    assertThat(lines).hasSize(1 + Cluster.SIZE * Cluster.SIZE);
    assertThat(lines).filteredOn(line -> line.contains("leader")).hasSize(Cluster.SIZE);
    assertThat(cluster.at(leader).text("/metrics"))
        .contains(
            "tutti_shard_leader{shard=\"" + Cluster.nodeOf("Account", account) + "\"} 1.0",
            "tutti_shard_lag_bytes{shard=",
            "tutti_shard_held_bytes{shard=",
            "tutti_shard_elections_total{shard=");
  }

  private static String output(String... arguments) {
    CommandInside command = new CommandInside();
    command.execute(arguments);
    return command.output();
  }
}
