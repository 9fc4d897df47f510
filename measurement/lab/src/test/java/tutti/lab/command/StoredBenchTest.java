package tutti.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tutti.lab.BenchCommand;

/** The flags of workloads on stored rows: TPC-C, Smallbank, and the mixes of YCSB. */
@Timeout(300)
class StoredBenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String arguments) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "smallbank --customers=12 --nodes=2",
        "smallbank --customers=12 --nodes=2 --language=rebel",
        "smallbank --customers=16 --nodes=2 --multi-transfer=opt --destinations=3 --remote=2",
        "ycsb --mix=E --rows=50 --nodes=2"
      })
  void measuresOnAModel(String arguments) {
    int status = run(arguments + " --simulated --clients=4 --seconds=0.2 --warmup=0.05");
    assertThat(status).as("%s %s", out, err).isZero();
    assertThat(out.toString()).contains("simulated", "cpu-us-per-request").contains(": holds");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "smallbank --remote=1 | --destinations and --remote are for --multi-transfer",
        "smallbank --multi-transfer=half | --multi-transfer is one of fully-sync,",
        "smallbank --multi-transfer=opt --language=rebel | which events have not: --language java",
        "smallbank --language=cobol | --language is java or rebel, not 'cobol'",
        "smallbank --keep | --keep is for one side with a --data folder, on real nodes",
        "smallbank --customers=1 | --customers is from 2 to 10000000, not 1",
        "smallbank --hot-customers=1 | --hot-customers is from 2 to 18000, not 1",
        "smallbank --simulated --history=h | --history is for real nodes, without --simulated",
        "tpcc --simulated --history=h | --history is for real nodes, without --simulated",
        "ycsb --mix=a | --mix is one of A to F, not 'a'",
        "ycsb --mix=A --writes=5 | --writes is for transactions of --operations, without --mix",
        "ycsb --mix=A --rows=2 --nodes=3 | --rows is at least the number of containers of all nodes"
      })
  void refusesWhatMakesNoSense(String arguments, String message) {
    assertThat(run(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void printsWhatDoesNotGoTogether() {
    assertThat(run("matrix")).isZero();
    assertThat(out.toString())
        .contains("| multipaxos | tl2 | any | any | ")
        .contains("| multipaxos | any | three-phase, ")
        .contains("| janus | - | - | tpcc --actors warehouses | ")
        .containsPattern("of \\d+ combinations \\d+ are refused");
  }
}
