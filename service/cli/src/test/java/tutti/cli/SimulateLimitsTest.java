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
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.SimulationReport;

/**
 * A simulation takes the time and the settings that it is given, and a nightly one fails for what
 * it never tried.
 */
class SimulateLimitsTest {
  private final StringWriter out = new StringWriter();

  private int run(String... arguments) {
    return Tutti.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(new StringWriter(), true))
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
