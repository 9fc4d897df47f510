package tutti.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tutti.lab.BenchCommand;

/** {@code tutti bench bank} on shards with replicas. */
@Timeout(300)
class ReplicatedBenchTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bank(String arguments) {
    return bench("bank " + arguments);
  }

  private int bench(String arguments) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.split(" "));
  }

  /** Equal names of transactions in two starts got the outcomes of the first. */
  @Test
  void aKeptFolderIsGoneOnWithUnderTheSameSeed() {
    for (int start = 0; start < 2; start++) {
      out.getBuffer().setLength(0);
      int status =
          bench(
              "smallbank --customers=20 --clients=2 --nodes=3 --integrated=janus --keep --warmup=0"
                  + " --seconds=0.2 --data="
                  + folder);
      assertThat(status).as("%s%n%s", out, err).isZero();
    }
    assertThat(out.toString()).contains("check smallbank-conserved-at-start: holds");
  }

  @Test
  void comparesSidesThatDifferInReplicationAndControlOnAModel() {
    int status =
        bank(
            "--simulated --nodes=3 --scenario=hot --accounts=9 --clients=8 --seconds=0.05"
                + " --warmup=0.02 --pairs=1 --compare=replication=multipaxos,"
                + "replication=none+concurrency-control=2pl");
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(out.toString())
        .contains("replication=multipaxos", "replication=none+concurrency-control=2pl")
        .contains("check money-conserved: holds", "messages-per-request");
  }

  @Test
  void runsHostsInThisProcess() throws Exception {
    Path trace = folder.resolve("messages.txt");
    int status =
        bank(
            "--nodes=3 --scenario=sync --accounts=9 --clients=4 --seconds=0.2 --warmup=0.05"
                + " --replication=multipaxos -Dshards.election-timeout=300ms --data="
                + folder.resolve("data")
                + " --trace="
                + trace);
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(out.toString()).contains("check committed-all-there-and-no-more: holds");
    assertThat(Files.readString(trace))
        .contains("\tAccept: shard 0", "\tAccepted: shard 2", "\tLeads: shard 1", "\tExecute")
        .doesNotContain("(damaged)");
  }

  @Test
  void refusesReplicasWithoutNodes() {
    assertThat(bank("--replication=multipaxos")).isNotZero();
    assertThat(err.toString()).contains("shards.replicas = 3 needs as many nodes");
  }

  /** Each transaction would end with an error. */
  @Test
  void refusesFewerNodesThanTheCommitProtocolNeeds() {
    assertThat(bank("--nodes=3 --commit=paxos-commit -Dpaxos-commit.f=2 --seconds=0.1"))
        .isNotZero();
    assertThat(err.toString()).contains("commit = paxos-commit needs 5 nodes, and there are 3");
  }

  @Test
  void refusesWhatDoesNotGoWithReplicas() {
    assertThat(bank("--nodes=3 --replication=multipaxos --concurrency-control=tl2")).isNotZero();
    assertThat(err.toString()).contains("does not go with concurrency-control = tl2");
  }
}
