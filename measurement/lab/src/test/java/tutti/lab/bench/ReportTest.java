package tutti.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.measure.HistogramLogs;
import tutti.lab.measure.Report;
import tutti.lab.measure.ReportJson;
import tutti.lab.measure.ReportTable;

/** The JSON of docs/rulings.md#comparisons, word by word. */
class ReportTest {
  @TempDir Path folder;

  @Test
  void jsonHasTheFieldsOfTheContract() throws Exception {
    Path file = folder.resolve("deep/f.json");
    ReportJson.write(report(), file);
    JsonNode json = JsonMapper.builder().build().readTree(Files.readString(file));
    assertThat(names(json))
        .containsExactly(
            "workload", "parameters", "seed", "commit", "machine", "runs", "ratios", "noise");
    assertThat(json.get("workload").asString()).isEqualTo("synthetic");
    assertThat(json.get("parameters").get("clients").asInt()).isEqualTo(4);
    assertThat(json.get("seed").asLong()).isEqualTo(9);
    assertThat(names(json.get("machine")))
        .startsWith("cpu", "cores", "fsync-probe-us")
        .contains("load-before", "load-after");
    JsonNode run = json.get("runs").get(0);
    assertThat(names(run))
        .containsExactly(
            "label", "throughput", "latency-us", "outcomes", "checks", "fsync-probe-us");
    assertThat(names(run.get("latency-us"))).containsExactly("p50", "p90", "p99", "p999");
    assertThat(run.get("latency-us").get("p50").asDouble()).isEqualTo(1.0);
    assertThat(run.get("latency-us").get("p99").asDouble()).isBetween(49.9, 50.1);
    assertThat(names(run.get("outcomes")))
        .containsExactly("committed", "refused", "aborted", "in-doubt", "retries");
    assertThat(run.get("checks").get("sums-match").asBoolean()).isTrue();
    assertThat(names(json.get("ratios"))).containsExactly("a/b");
    assertThat(names(json.get("ratios").get("a/b")))
        .containsExactly("median", "low", "high", "pairs");
    assertThat(names(json.get("noise"))).containsExactly("a/a");
  }

  @Test
  void rawLogsHoldEveryLatencyOfEveryRun() throws Exception {
    Report report = report();
    List<Path> files = HistogramLogs.write(report, folder.resolve("f.json"));
    assertThat(files)
        .extracting(Path::getFileName)
        .map(Path::toString)
        .containsExactly("f.a.hlog", "f.b.hlog");
    long count = 0;
    try (FileInputStream in = new FileInputStream(files.getFirst().toFile())) {
      HistogramLogReader reader = new HistogramLogReader(in);
      Histogram next;
      while ((next = (Histogram) reader.nextIntervalHistogram()) != null) {
        assertThat(next.getTag()).startsWith("run-");
        count += next.getTotalCount();
      }
    }
    assertThat(count).isEqualTo(1000L * report.runsOf("a").size());
  }

  @Test
  void tableNamesFailedChecks() throws Exception {
    Report good = report();
    List<tutti.lab.measure.RunResult> runs = new ArrayList<>(good.runs());
    runs.set(0, runs.getFirst().check("sums-match", false));
    Report bad =
        new Report(
            good.workload(),
            good.parameters(),
            good.seed(),
            good.commit(),
            good.machine(),
            good.ratioOf(),
            "TPC-C transactions/s",
            runs,
            new TreeMap<>(),
            new TreeMap<>());
    assertThat(good.good()).isTrue();
    assertThat(bad.good()).isFalse();
    assertThat(ReportTable.text(good)).contains("sums-match: holds in all 9 runs");
    assertThat(ReportTable.text(good)).containsPattern("side +runs +commits/s +p50 us");
    assertThat(ReportTable.text(bad))
        .contains("sums-match: FAILED in 1 of 9 runs")
        .containsPattern("side +runs +TPC-C transactions/s +p50 us");
  }

  private Report report() throws Exception {
    return Bench.measure(
        new Synthetic(List.of("a", "b"), 1.2, 0.01, 0), Synthetic.settings(3, folder), line -> {});
  }

  private static List<String> names(JsonNode node) {
    return new ArrayList<>(node.propertyNames());
  }
}
