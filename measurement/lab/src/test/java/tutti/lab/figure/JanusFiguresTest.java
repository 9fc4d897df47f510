package tutti.lab.figure;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.simulator.model.NetworkFile;

/** The conditions of finding Janus' figures again. */
class JanusFiguresTest {

  /** Runs at theta 0.5 and 0.9, by side: commits a second at each. */
  private static JanusSweep sweep(String where, double... throughputs) {
    List<String> sides =
        List.of(JanusPanels.JANUS, JanusPanels.TAPIR, JanusPanels.LOCKING, JanusPanels.OPTIMISTIC);
    Map<String, SortedMap<Double, RunResult>> runs = new LinkedHashMap<>();
    for (int i = 0; i < sides.size(); i++) {
      SortedMap<Double, RunResult> its = new TreeMap<>();
      its.put(0.5, run(throughputs[2 * i], i == 0 ? 1 : 0.9));
      its.put(0.9, run(throughputs[2 * i + 1], i == 0 ? 1 : 0.2));
      runs.put(sides.get(i), its);
    }
    return new JanusSweep(JanusPanels.APART, where, "theta", List.of(0.5, 0.9), runs);
  }

  private static RunResult run(double throughput, double rate) {
    return FigureFilesTest.run("r", throughput, 1)
        .measure("commit-rate", rate)
        .measure("p90-us", 1e6 / throughput);
  }

  private static boolean found(String where, double... throughputs) {
    boolean one = where.equals("one place");
    return JanusPanels.throughput(
            sweep(where, throughputs), JanusPanels.wanted(JanusPanels.APART, one), true)
        .found();
  }

  private static Panel throughput(JanusSweep sweep) {
    return JanusPanels.throughput(sweep, JanusPanels.wanted(JanusPanels.APART, true), true);
  }

  @Test
  void oneBarMissedIsNotFoundAgain() {
    assertThat(found("one place", 100, 74, 111, 20, 20, 14, 20, 14)).isTrue();
    assertThat(found("one place", 100, 74, 112, 20, 20, 14, 20, 14)).as("TAPIR, 0.5").isFalse();
    assertThat(found("one place", 100, 74, 111, 20.1, 20, 14, 20, 14)).as("TAPIR, 0.9").isFalse();
    assertThat(found("one place", 100, 74, 111, 20, 20.1, 14, 20, 14)).as("2PL").isFalse();
    assertThat(found("one place", 100, 74, 111, 20, 20, 14, 20, 15)).as("more at 0.9").isFalse();
  }

  @Test
  void overThreePlacesTheBarsAreThoseOfPopularCounters() {
    assertThat(found("three places", 1, 110, 1, 10, 1, 5.5, 1, 5.5)).isTrue();
    assertThat(found("three places", 1, 109, 1, 10, 1, 5, 1, 5)).isFalse();
    assertThat(found("three places", 1, 110, 1, 10, 1, 5.6, 1, 5.5)).isFalse();
  }

  @Test
  void everyAttemptOfJanusCommitsAndItsLatencyIsTheLower() {
    JanusSweep sweep = sweep("one place", 100, 74, 111, 20, 20, 14, 20, 14);
    assertThat(JanusPanels.commitRate(sweep).found()).isTrue();
    assertThat(JanusPanels.latency(sweep).found()).isTrue();
    assertThat(JanusPanels.byClients(sweep).found()).as("below TAPIR at 0.5").isFalse();
    runs(sweep, JanusPanels.JANUS).put(0.9, run(10, 0.999));
    assertThat(JanusPanels.commitRate(sweep).found()).isFalse();
    assertThat(JanusPanels.latency(sweep).found()).isFalse();
  }

  private static SortedMap<Double, RunResult> runs(JanusSweep sweep, String side) {
    return requireNonNull(sweep.runs().get(side));
  }

  @Test
  void noConditionHoldsWhoseRunIsMissingAndTheOthersAreDrawn() {
    JanusSweep sweep = sweep("one place", 100, 110, 111, 20, 20, 14, 20, 14);
    assertThat(JanusPanels.byClients(sweep).found()).isFalse();
    sweep = sweep("one place", 120, 100, 111, 20, 20, 14, 20, 14);
    assertThat(JanusPanels.byClients(sweep).found()).isTrue();
    runs(sweep, JanusPanels.JANUS).remove(0.5);
    for (Panel panel :
        List.of(JanusPanels.byClients(sweep), JanusPanels.commitRate(sweep), throughput(sweep))) {
      assertThat(panel.found()).as(panel.key()).isFalse();
      assertThat(panel.verdict()).endsWith("Not measured: janus at 0.5.");
      assertThat(panel.table().get(1)).startsWith("0.50", "not measured");
      assertThat(panel.series().getFirst().points()).hasSize(1);
    }
    assertThat(JanusPanels.latency(sweep).found()).as("needs those at 0.9").isTrue();
    runs(sweep, JanusPanels.TAPIR).remove(0.9);
    assertThat(JanusPanels.latency(sweep).found()).isFalse();
    assertThat(JanusPanels.latency(sweep).verdict())
        .startsWith("They are 10.00 ms and not measured.");
  }

  @Test
  void aFigureOfNoRunAtAllIsDrawn() {
    JanusSweep sweep = sweep("one place", 120, 100, 111, 20, 20, 14, 20, 14);
    sweep.runs().values().forEach(Map::clear);
    assertThat(
            List.of(JanusPanels.byClients(sweep), JanusPanels.commitRate(sweep), throughput(sweep)))
        .noneMatch(Panel::found)
        .allMatch(panel -> Plot.svg(panel).endsWith("</svg>\n"));
  }

  @Test
  void aRunIsNoShorterWhereCountersAreMorePopular() {
    for (boolean onePlace : List.of(true, false)) {
      double before = 0;
      for (double theta : List.of(0.5, 0.6, 0.7, 0.8, 0.9, 0.99)) {
        JanusTimes times = JanusTimes.of(onePlace, theta);
        assertThat(times.measured()).isGreaterThanOrEqualTo(before);
        before = times.measured();
      }
    }
    assertThat(JanusTimes.of(true, 0.9)).hasToString("0.12 after 0.1");
    LoadPlan plan = JanusTimes.of(true, 0.9).in(new LoadPlan(9, Duration.ZERO, ofSeconds(1), 3));
    assertThat(plan).isEqualTo(new LoadPlan(9, ofMillis(100), ofMillis(120), 3));
  }

  @Test
  void thePlacesAreThoseOfTheExample() {
    assertThat(NetworkFile.parse(JanusFigures.PLACES, "places"))
        .usingRecursiveComparison()
        .isEqualTo(NetworkFile.read(Path.of("..", "..", "examples", "janus-places.conf")));
  }
}
