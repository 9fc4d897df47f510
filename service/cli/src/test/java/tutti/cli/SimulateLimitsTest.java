package tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.SimulationReport;

/**
 * A simulation takes the time and the settings that it is given, and a nightly one fails for what
 * it never tried.
 */
class SimulateLimitsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Tutti.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** The run would take minutes. */
  @Test
  void theTimeIsHeardWithinARun(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("simulation.json");
    assertThat(
            run(
                "simulate",
                "--seed",
                "7",
                "--requests",
                "1000000",
                "--threads",
                "1",
                "--seconds",
                "0.5",
                "--faults",
                "none",
                "--out",
                file.toString()))
        .as(out.toString())
        .isOne();
    assertThat(out.toString())
        .startsWith("0 runs and 1 cut, ")
        .contains("judged until there: seed 7", "no run ended, so nothing is known")
        .doesNotContain("everything held");
    assertThat(Files.readString(file)).contains("\"runs\" : 0", "\"cut\" : [ 7 ]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--nodes 1 --integrated janus | --nodes 1 does not do; --nodes 3 does",
        "--nodes 2 --replication multipaxos | --nodes 2 does not do; --nodes 3 does",
        "--nodes 3 --integrated tapir -Dshards.replicas=5 | --nodes 3 does not do; --nodes 5 does",
        "--integrated janus -Dshards.replicas=5 | each seed chooses 3 or 4 nodes; --nodes 5 does",
        "--replication multipaxos -Dshards.layout=apart -Dshards.count=1"
            + " | each seed chooses 3 or 4 nodes; --nodes 3 does",
      })
  void nodesThatAreTooFewForReplicasAreToldWithTheNumberThatDoes(String flags, String told) {
    assertThat(run(("simulate --requests 5 " + flags).split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith("tutti: " + told).doesNotContain("there are 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--nodes 5 --integrated janus -Dshards.replicas=5",
        "--nodes 4 --replication multipaxos -Dshards.count=4",
        "--nodes 3 --replication multipaxos -Dshards.layout=apart -Dshards.count=1 --runs 6",
        "-Dreplication=multipaxos",
      })
  void nodesThatAreEnoughForReplicasAreTaken(String flags) {
    assertThat(run(("simulate --requests 5 --faults none " + flags).split(" ")))
        .as("%s%s", out, err)
        .isZero();
  }

  /** Java takes each of them for a number. */
  @ParameterizedTest
  @ValueSource(strings = {"1d", "1f", "0x1p3", "NaN", "Infinity", " 1"})
  void aNumberIsInDecimalDigits(String seconds) {
    assertThat(run("simulate", "--requests", "1", "--runs", "1", "--seconds", seconds))
        .isEqualTo(2);
    assertThat(err.toString()).contains("expected a number, found '" + seconds + "'");
  }

  @Test
  void whatWasNeverTriedFailsANightlySimulation() {
    assertThat(run("simulate", "--requests", "20", "--faults", "crash", "--nightly")).isOne();
    assertThat(out.toString()).contains("everything held", "not tried, and so nothing is shown");
    assertThat(run("simulate", "--requests", "20", "--faults", "crash")).isZero();
  }

  /** Settings that go with crashes alone let no run have replicas. */
  @Test
  void aCommitProtocolThatAssumesCrashesAloneIsRunWithoutMore() {
    // One of twelve seeds asks whether it may charge cards.
    assertThat(run("simulate", "--commit", "easy-commit", "--requests", "5", "--runs", "12"))
        .as(out.toString())
        .isZero();
  }

  @Test
  void whatIsUntriedIsNamed() {
    assertThat(report(List.of(), Map.of("crash", 3L)).untried(Set.of(FaultKind.CRASH))).isEmpty();
    assertThat(
            report(List.of("deadlock"), Map.of("crash", 3L))
                .untried(Set.of(FaultKind.CRASH, FaultKind.LOSS)))
        .containsExactly("deadlock", "fault loss");
  }

  private static SimulationReport report(List<String> never, Map<String, Long> faults) {
    return new SimulationReport(
        1,
        List.of(),
        List.of(),
        1,
        0,
        3,
        "0",
        never,
        1,
        0,
        new SimulationReport.Medians(1, 1, 1),
        new SimulationReport.Replicas(0, 0, 0, 0, 0, 0, 0),
        faults,
        Map.of());
  }
}
