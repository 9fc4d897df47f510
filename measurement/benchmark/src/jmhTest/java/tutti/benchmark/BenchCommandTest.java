package tutti.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.BenchCommand;
import tutti.model.testing.Effort;

/** The command line as a user types it; each run is a fraction of a second. */
@Timeout(300)
@Order(1)
class BenchCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String line) {
    CommandLine command = new CommandLine(new BenchCommand());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(line.split(" "));
  }

  private String quick() {
    return " --seconds 0.1 --warmup 0.05 --data " + folder.resolve("data");
  }

  /** A run that takes little; simulated nodes have no data. */
  private String quick(String line) {
    return line + (line.contains(" --simulated") ? " --seconds 0.1 --warmup 0.05" : quick());
  }

  /** Long enough for a commit in each of many runs, however busy the machine is. */
  private String longer() {
    return " --seconds 0.4 --warmup 0.05 --data " + folder.resolve("data");
  }

  static List<String> workloads() {
    return Effort.some(
        List.of(
            "bank --scenario nosync --clients 4",
            "bank --scenario sync --accounts 20 --clients 4 --durability off",
            "bank --scenario hot --accounts 5 --clients 4 --concurrency-control 2pl",
            "bank --nodes 2 --scenario hot --accounts 9 --clients 4",
            "bank --nodes 3 --scenario sync --accounts 9 --clients 4 --durability off",
            "bank --nodes 3 --scenario sync --accounts 9 --clients 4 --replication multipaxos",
            "bank --simulated --nodes 3 --scenario sync --accounts 9 --clients 4",
            "bank --simulated --nodes 2 --one-machine --scenario hot --accounts 9 --clients 4",
            "journal --committers 4",
            "deposit --committers 4",
            "latency --client parked-client",
            "latency --actors 50",
            "ycsb --rows 1000 --reads ONE_BY_ONE --durability off -Dtutti.ablation.inline-calls=off",
            "hot-actor --side intervals-3",
            "visits --side versioning-rw",
            "index --rows 1000 --operation INSERT",
            "ycsb --rows 1000 --durability sync --clients 4",
            "ycsb --nodes 3 --partitions 2 --rows 1000 --theta 0.6 --clients 4",
            "ycsb --nodes 2 --rows 1000 --durability sync --clients 4",
            "ycsb --simulated --nodes 4 --partitions 3 --rows 1000 --theta 0.6 --clients 8",
            "ycsb --simulated --nodes 2 --rows 1000 --clients 8 --commit ec --durability sync",
            "latency --call apart --containers 2 --executors 2 --durability sync",
            "transport --compare tutti",
            "transport --scenario windowed --clients 50 --compare bare-socket"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void measuresAndSaysSo(String line) {
    assertThat(bench(quick(line))).as(err.toString()).isZero();
    assertThat(out.toString()).contains("commits/s").doesNotContain("FAILED");
    if (!line.contains(" --simulated")) {
      assertThat(folder.resolve("data")).isEmptyDirectory();
    }
  }

  @TestFactory
  Stream<DynamicTest> simulatesTheFiguresOfEasyCommit() {
    Stream<DynamicTest> throughputs =
        Stream.of("9 --nodes 2", "13 --nodes 2", "11 --nodes 2,3", "10 --nodes 6")
            .map(figure -> dynamicTest(figure, () -> simulatesTheFigure(figure)));
    DynamicTest times = dynamicTest("12 --nodes 4", this::simulatesWhatTimeGoesTo);
    return Effort.few(Stream.concat(throughputs, Stream.of(times)).toList()).stream();
  }

  private void simulatesTheFigure(String figure) throws Exception {
    Path files = folder.resolve("figures");
    String quick = " --seconds 0.005 --warmup 0 --rows 1000 --data " + folder.resolve("data");
    assertThat(bench("figure easy-commit-" + figure + quick + " --out " + files))
        .as(err.toString())
        .isZero();
    String name = "easy-commit-" + figure.split(" ", 2)[0];
    assertThat(Files.readString(files.resolve(name + ".md")))
        .contains(
            "every run's checks hold: yes",
            "| two-phase | two-phase-acknowledged | three-phase | easy-commit |");
    assertThat(files.resolve(name + ".json")).isNotEmptyFile();
  }

  @Tag("slow")
  @Test
  void measuresTheFiguresOfEasyCommitOnRealNodes() throws Exception {
    String quick =
        "figure easy-commit-11 --real --nodes 2 --rounds 1 --rows 1000 --warmup 0 --out " + folder;
    int status = bench(quick + " --seconds 0.05");
    // A busy machine does nothing in so short a time.
    for (double seconds = 0.2; status != 0 && seconds < 20; seconds *= 4) {
      status = bench(quick + " --seconds " + seconds);
    }
    assertThat(status).as(err.toString()).isZero();
    assertThat(Files.readString(folder.resolve("easy-commit-11-real.md")))
        .contains("every run's checks hold: yes", "simulated: no", "rounds: 1,");
  }

  private void simulatesWhatTimeGoesTo() throws Exception {
    String quick =
        " --seconds 0.005 --warmup 0 --rows 1000 --nodes 4 --data " + folder.resolve("data");
    assertThat(bench("figure easy-commit-12" + quick + " --out " + folder)).isZero();
    assertThat(Files.readString(folder.resolve("easy-commit-12.md")))
        .contains(
            "every run's checks hold: yes",
            "| theta | protocol | useful work | txn manager | index | abort | idle | commit |",
            "| 0.7 | paxos-commit | ");
  }

  @Test
  void saysWhichConstantsTransactionsOnRowsHangOn() {
    String quick = " --seconds 0.01 --warmup 0";
    assertThat(bench("ycsb --simulated --nodes 2 --rows 1000 --clients 4 --sensitivity" + quick))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).containsPattern("\\| `row.find` \\| [0-9,]+ \\| [0-9,]+ \\| ");
  }

  static List<String> traced() {
    return Effort.few(
        List.of(
            "ycsb --simulated --nodes 3 --rows 1000 --clients 4 --commit paxos-commit",
            "ycsb --nodes 2 --rows 1000 --clients 4",
            "bank --simulated --nodes 2 --scenario sync --accounts 9 --clients 4",
            "bank --nodes 2 --scenario hot --accounts 9 --clients 4"));
  }

  @ParameterizedTest
  @MethodSource("traced")
  void writesMessagesDown(String line) throws Exception {
    Path file = folder.resolve("messages.tsv");
    assertThat(bench(quick(line) + " --trace " + file)).as(err.toString()).isZero();
    List<String[]> lines =
        Files.readAllLines(file).stream()
            .filter(each -> !each.startsWith("#"))
            .map(each -> each.split("\t", -1))
            .toList();
    assertThat(lines).isNotEmpty().allMatch(each -> each.length == 6 && !each[1].equals(each[2]));
    assertThat(lines).anyMatch(each -> each[4].matches("\\d+-[a-z0-9]+-\\d+.*"));
    assertThat(lines).anyMatch(each -> each[5].startsWith("Prepare") || each[5].contains("Vote"));
  }

  @Tag("slow")
  @Test
  void aSweepMakesEachCombinationOnce() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("small.conf"),
            """
            sweep {
              workload = ycsb
              options { simulated = true, nodes = 2, rows = 1000, clients = 4
                        seconds = 0.005, warmup = 0 }
              cross {
                theta = [0, 0.6]
                commit = [two-phase, ec]
              }
              rounds = 2
            }
            """);
    Path json = folder.resolve("out").resolve("small.json");
    String line = "sweep " + file + " --out " + json;
    assertThat(bench(line)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("8 of 8").doesNotContain("made before");
    assertThat(Files.readAllLines(json.resolveSibling("small.csv"))).hasSize(1 + 8);
    assertThat(Files.readString(json.resolveSibling("small.md"))).contains("| 0.6 | ec | 2 |");
    byte[] before = Files.readAllBytes(json);
    assertThat(bench(line)).isZero();
    assertThat(out.toString()).contains("8 of 8, made before");
    assertThat(Files.readAllBytes(json)).isEqualTo(before);
  }

  @Test
  void comparesAndWritesJsonWithRawLogs() throws Exception {
    Path json = folder.resolve("f.json");
    int status =
        bench(
            "bank --scenario sync --accounts 20 --durability off --clients 4 --pairs 1"
                + " --compare psac,2pl --at-least 0.0001 --out "
                + json
                + longer());
    assertThat(status).as(err.toString()).isZero();
    JsonNode result = JsonMapper.builder().build().readTree(Files.readString(json));
    assertThat(result.get("ratios").propertyNames())
        .containsExactly("path-sensitive/two-phase-locking");
    assertThat(result.get("noise").propertyNames())
        .containsExactly("path-sensitive/path-sensitive");
    assertThat(result.get("runs").size()).isEqualTo(3);
    assertThat(folder.resolve("f.path-sensitive.hlog")).isNotEmptyFile();
    assertThat(folder.resolve("f.two-phase-locking.hlog")).isNotEmptyFile();
    assertThat(out.toString()).contains("claim path-sensitive/two-phase-locking >= 1.0E-4: holds");
  }

  /** A start takes as long as it takes: nobody need say for how long to measure. */
  @Tag("slow")
  @Test
  void comparesStartsWithoutBeingToldForHowLong() {
    String line = "recovery --rows 1000 --actors 5 --pairs 1 --compare log,checkpoint --data ";
    assertThat(bench(line + folder.resolve("data"))).as(err.toString()).isZero();
    assertThat(out.toString()).contains("log/checkpoint");
  }

  @Test
  void aClaimThatDoesNotHoldIsExitStatusOne() {
    int status =
        bench(
            "bank --scenario nosync --durability off --clients 4 --pairs 1 --compare psac,2pl"
                + " --at-least 1000"
                + quick());
    assertThat(status).isEqualTo(1);
    assertThat(out.toString()).contains("FAILED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bank --nodes 0",
        "bank --nodes 3 --scenario hot --accounts 2",
        "bank --processes 0",
        "bank --processes 2 --compare 3-processes,psac",
        "bank --processes 2 --url http://localhost:1",
        "figure psac-7",
        "figure easy-commit-10 --nodes 4",
        "figure easy-commit-8",
        "figure easy-commit-12 --real",
        "figure psac-6 --real",
        "figure easy-commit-9 --real --rounds 0",
        "figure easy-commit-9 --rows 999",
        "ycsb --trace messages.txt",
        "bank --processes 2 --trace messages.txt",
        "sweep no-such-file.conf",
        "figure psac-6 --nodes 0",
        "figure psac-6 -Dtutti.no-such-key=1",
        "journal --nodes 2",
        "ycsb --nodes 2 --partitions 3",
        "ycsb --nodes 2 --machine none",
        "ycsb --nodes 2 --sensitivity",
        "bank --sensitivity",
        "ycsb --nodes 2 --compare paxos-commit,2pc",
        "ycsb --simulated",
        "bank --scenario none",
        "bank --compare psac,sync",
        "bank --pairs 0",
        "bank --clients 0",
        "bank --accounts 1",
        "bank --durability never",
        "bank -Dtutti.no-such-key=1",
        "bank --url http://localhost:1 --compare psac,2pl",
        "deposit --durability off",
        "hot-actor --side none",
        "visits --side none",
        "index --operation SCAN --compare ordered,hash",
        "index --rows 10",
        "latency --client sleeping",
        "memory --compare a,b",
        "http --compare tutti,apache",
        ""
      })
  void wrongUsageIsExitStatusTwoAndSaysWhatWouldDo(String line) {
    assertThat(
            line.isEmpty()
                ? new CommandLine(new BenchCommand()).setErr(new PrintWriter(err)).execute()
                : bench(line + quick()))
        .isEqualTo(2);
    assertThat(err.toString()).doesNotContain("\tat ").isNotBlank();
  }

  @Test
  void writesTheHistory() throws Exception {
    Path history = folder.resolve("h.jsonl");
    assertThat(bench("bank --scenario nosync --clients 2 --history " + history + quick()))
        .as(err.toString())
        .isZero();
    assertThat(Files.readString(history))
        .contains("\"tutti-history\":1", "\"outcome\":\"committed\"", "\"writes\":");
  }
}
