package tutti.lab.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.BenchCommand;
import tutti.model.testing.Effort;

/** {@code tutti bench zipf}, small. */
@Timeout(300)
class ZipfBenchTest {
  private static final String SMALL =
      "--clients=24 --seconds=0.05 --warmup=0.02 --simulated --json ";

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int zipf(String arguments) {
    return bench("zipf " + arguments);
  }

  private int bench(String arguments) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.split(" "));
  }

  private JsonNode report() {
    return JsonMapper.builder().build().readTree(out.toString());
  }

  private double measure(int run, String name) {
    return report().path("runs").path(run).path(name).asDouble();
  }

  static List<String> sides() {
    return Effort.few(
        List.of(
            "--integrated=tapir",
            "--integrated=janus",
            "--integrated=tapir -Dshards.layout=apart",
            "--replication=multipaxos --concurrency-control=2pl",
            "--replication=multipaxos --concurrency-control=occ -Dshards.layout=apart",
            "--concurrency-control=occ",
            "--concurrency-control=psac"));
  }

  @ParameterizedTest
  @MethodSource("sides")
  void measuresEverySideOnAModel(String side) {
    assertThat(zipf(SMALL + "--keys=1000 " + side)).as("%s%n%s", out, err).isZero();
    assertThat(report().path("runs").path(0).path("throughput").asDouble()).isPositive();
    assertThat(measure(0, "commit-rate")).isBetween(0.1, 1.0);
    assertThat(measure(0, "attempts-per-commit")).isGreaterThanOrEqualTo(1.0);
    assertThat(measure(0, "p99-us")).isPositive();
  }

  /** The messages are of hosts and of registers. */
  @ParameterizedTest
  @CsvSource({"tapir, 11, 18", "janus, 13, 20"})
  void takesTheFastPathHoweverFarAwayReplicasAre(String protocol, double least, double most)
      throws Exception {
    Path network = folder.resolve("far.conf");
    Files.writeString(
        network,
        """
        network {
          places = [here, there, elsewhere]
          latency {
            here { here = 250us, there = 70ms, elsewhere = 61ms }
            there { there = 250us, elsewhere = 121ms }
            elsewhere { elsewhere = 250us }
          }
        }
        """);
    int status =
        zipf(
            "--simulated --json --clients=6 --keys=100000 --theta=0 --seconds=4 --warmup=4"
                + " --integrated="
                + protocol
                + " --network="
                + network);
    assertThat(status).as("%s%n%s", out, err).isZero();
    // TAPIR: ask and answer, tell and answer, and once more when all are told: 12 with two others,
    // as what is said of three shards at one moment goes together, and the heartbeats of registers.
    // Janus has an answer more when all are told: 14. What two clients of a host say at one moment
    // goes together, too.
    assertThat(measure(0, "messages-per-commit")).isBetween(least, most);
    // The farthest two are 242 ms from each other, and the slow path would take twice that.
    assertThat(measure(0, "p99-us")).isLessThan(260_000);
  }

  /** Most of the throughput of all hosts, and no waiting for the one that does not answer. */
  @Tag("slow")
  @Test
  void servesWithAHostThatFallsSilent() {
    String load =
        "--simulated --json --integrated=janus --keys=100000 --clients=100 --seconds=0.04"
            + " --warmup=0.03";
    assertThat(zipf(load)).as("%s%n%s", out, err).isZero();
    double throughput = measure(0, "throughput");
    double median = measure(0, "median-us");
    out.getBuffer().setLength(0);
    assertThat(zipf(load + " --silent=2")).as("%s%n%s", out, err).isZero();
    assertThat(measure(0, "throughput")).isGreaterThan(0.6 * throughput);
    assertThat(measure(0, "median-us")).isLessThan(2 * median);
    assertThat(measure(0, "attempts-per-commit")).isEqualTo(1);
  }

  @Test
  void comparesWholeSides() {
    int status =
        zipf(
            "--clients=12 --seconds=0.02 --warmup=0.01 --simulated"
                + " --pairs=1 --keys=1000 --theta=0.9 --compare=integrated=tapir,"
                + "concurrency-control=occ+replication=multipaxos");
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(out.toString())
        .contains("integrated=tapir/concurrency-control=occ+replication=multipaxos");
  }

  @Tag("slow")
  @Test
  void drawsAFigureOfJanus() {
    int status =
        bench(
            "figure janus-3 --graphs=ring --thetas=0.5,0.9 --clients=9 --seconds=0.02"
                + " --warmup=0.01 --out="
                + folder);
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(out.toString()).contains("ring, one place: commit rate against theta: found again");
    assertThat(folder.resolve("janus-3.md"))
        .content()
        .contains("Janus' attempts all commit", "0.02 after 0.01");
    assertThat(folder.resolve("janus-3-ring-clients.svg")).exists();
  }

  @Test
  void givesUpAfterAsManyAttemptsAsMayBe() {
    int status = zipf(SMALL + "--integrated=tapir --keys=20 -Dattempts.most=1");
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(measure(0, "given-up-per-commit")).isPositive();
    assertThat(measure(0, "attempts-per-commit"))
        .isCloseTo(1 + measure(0, "given-up-per-commit"), within(1e-9));
  }

  @Test
  void runsHostsOfTapirInThisProcess() {
    int status =
        zipf(
            "--integrated=tapir --clients=8 --keys=1000 --seconds=0.2 --warmup=0.05"
                + " -Dshards.election-timeout=300ms --data="
                + folder.resolve("data"));
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(out.toString())
        .contains("check popular-counters-have-their-increments: holds", "commit-rate");
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThat(zipf("--increments=4")).isNotZero();
    assertThat(err.toString()).contains("--increments is at least 1, and at most --shards");
    assertThat(zipf("--simulated --silent=1 --replication=multipaxos")).isNotZero();
    assertThat(err.toString()).contains("--silent is for hosts of integrated protocols");
    assertThat(zipf("--simulated --silent=3 --integrated=janus")).isNotZero();
    assertThat(err.toString()).contains("from 0 to 2, not 3");
    assertThat(zipf("--simulated --integrated=tapir -Dshards.count=2")).isNotZero();
    assertThat(err.toString()).contains("zipf needs 3 shards, and the deployment has 2");
  }

  @Test
  void theTransactionTimeoutEndsRequests() {
    String hot = SMALL + "--keys=2 --replication=multipaxos --concurrency-control=2pl ";
    assertThat(zipf(hot + "--transaction-timeout=2ms")).as("%s%n%s", out, err).isZero();
    assertThat(report().at("/runs/0/outcomes/aborted").asLong()).isPositive();
    assertThat(report().at("/runs/0/latency-us/p99").asDouble())
        .as("a request that was given up has the longest latency")
        .isGreaterThan(59e6);
  }

  @Test
  void oneShardOfAnIntegratedProtocolCommitsByItself() {
    assertThat(zipf(SMALL + "--keys=1000 --shards=1 --increments=1 --integrated=tapir"))
        .as("%s%n%s", out, err)
        .isZero();
  }
}
