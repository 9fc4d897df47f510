package tutti.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tutti.lab.BenchCommand;

/** The commands of Atomic RMI's benchmarks and of their figure. */
@Timeout(300)
class ObjectBenchTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dht", "audited-bank", "loan", "vacation"})
  void saysWhatItsFlagsAre(String workload) {
    CommandLine bench = new CommandLine(new BenchCommand());
    assertThat(bench.getSubcommands().get(workload).getUsageMessage())
        .contains("--read-transactions", "--service-time", "--service", "--objects", "Atomic RMI");
  }

  @Test
  void measuresOnAModel() {
    int status =
        run(
            "audited-bank",
            "--simulated",
            "--nodes=2",
            "--clients=4",
            "--seconds=0.3",
            "--warmup=0.1",
            "--read-transactions=80",
            "--service-time=500us");
    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    assertThat(out.toString())
        .contains("audited-bank, simulated", "service-time: 500us", "restarts-per-commit")
        .contains("check audits-see-all-the-money: holds in the run");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "loan --service-time=soon | --service-time is a time such as 1ms",
        "loan --service=asleep | --service is parked or busy, not 'asleep'",
        "loan --objects=7 | --objects is at least 8 with 4 nodes",
        "dht --nodes=1 | 2 to 256 --nodes, not 1",
        "dht --nodes=17 | 16 --nodes in this process, not 17",
        "dht --read-transactions=120 | --read-transactions is a share in a hundred, not 120",
        "vacation --simulated --service=busy | --service busy keeps a real processor",
        "dht --containers=2 | in one container a node",
        "dht --history=h | --history is for bench bank, tpcc, smallbank and ycsb --mix",
        "dht --network=x | are for --simulated",
        "figure psac-6 --controls=2pl,occ | --controls and --graphs are of atomic-rmi-13, not of psac-6",
        "figure atomic-rmi-13 --graphs=loan | --graphs are some of [dht-20, dht-80,",
        "figure atomic-rmi-13 --controls=2pl | --controls are at least two",
        "figure atomic-rmi-13 --controls=2pl,occ --nodes=1 | --nodes must be at least 2",
        "figure psac-6 --thetas=0.5 | --clients, --thetas and --threads are of janus-3 and janus-4",
        "figure janus-3 --nodes=3 | its layouts have 9 hosts and 3",
        "figure janus-4 --clients=8 | --clients must be at least 9",
        "figure janus-3 --thetas=1 | --thetas are from 0 to below 1",
        "figure janus-3 --graphs=star | --graphs are some of [apart, ring]"
      })
  void refusesWhatMakesNoSense(String arguments, String message) {
    assertThat(run(arguments.split(" "))).isNotZero();
    assertThat(err.toString()).contains(message);
  }

  @Tag("slow")
  @Test
  void drawsEightGraphs() throws Exception {
    int status =
        run(
            "figure",
            "atomic-rmi-13",
            "--controls=two-phase-locking,no-wait",
            "--nodes=2",
            "--seconds=0.02",
            "--warmup=0",
            "--out=" + folder.resolve("figures"));
    assertThat(status).as("%s %s", out, err).isZero();
    assertThat(out.toString())
        .contains("dht, 20 % read transactions", "vacation, 80 % read transactions")
        .contains("versioning/exclusive-locks is not known");
    try (var files = Files.list(folder.resolve("figures"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".svg"))).hasSize(8);
    }
    assertThat(folder.resolve("figures/atomic-rmi-13.md"))
        .content()
        .contains("restarts per commit", "| 2 | no-wait |");
  }
}
