package tutti.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A {@link Report} as the JSON of docs/rulings.md#contracts. */
public final class ReportJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ReportJson() {}

  /** Writes the report to a file, replacing an old one. */
  public static void write(Report report, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, text(report) + "\n");
  }

  /** Returns the report as indented JSON. */
  public static String text(Report report) {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree(report));
  }

  static ObjectNode tree(Report report) {
    ObjectNode root = JSON.createObjectNode();
    root.put("workload", report.workload());
    ObjectNode parameters = root.putObject("parameters");
    report.parameters().forEach((name, value) -> put(parameters, name, value));
    root.put("seed", report.seed());
    root.put("commit", report.commit());
    machine(root.putObject("machine"), report.machine());
    ArrayNode runs = root.putArray("runs");
    report.runs().forEach(run -> run(runs.addObject(), run));
    ObjectNode ratios = root.putObject("ratios");
    report.ratios().forEach((name, ratio) -> ratio(ratios.putObject(name), ratio));
    ObjectNode noise = root.putObject("noise");
    report.noise().forEach((name, ratio) -> ratio(noise.putObject(name), ratio));
    return root;
  }

  /** Writes a machine in the form of reports and figures; unknown parts are left out. */
  public static void machine(ObjectNode node, Machine machine) {
    node.put("cpu", machine.cpu());
    node.put("cores", machine.cores());
    node.put("fsync-probe-us", rounded(machine.fsyncProbeMicros()));
    Beside beside = machine.beside();
    if (beside.known()) {
      node.put("load-before", rounded(beside.before()));
      node.put("load-after", rounded(beside.after()));
    }
    if (beside.cores() >= 0) {
      node.put("others-cores", rounded(beside.cores()));
    }
  }

  /** Writes a run in the form of reports and figures. */
  public static void run(ObjectNode node, RunResult run) {
    node.put("label", run.label());
    node.put("throughput", rounded(run.throughput()));
    ObjectNode latency = node.putObject("latency-us");
    latency.put("p50", micros(run.latency(), 50));
    latency.put("p90", micros(run.latency(), 90));
    latency.put("p99", micros(run.latency(), 99));
    latency.put("p999", micros(run.latency(), 99.9));
    ObjectNode outcomes = node.putObject("outcomes");
    outcomes.put("committed", run.outcomes().committed());
    outcomes.put("refused", run.outcomes().refused());
    outcomes.put("aborted", run.outcomes().aborted());
    outcomes.put("in-doubt", run.outcomes().inDoubt());
    outcomes.put("retries", run.outcomes().retries());
    ObjectNode checks = node.putObject("checks");
    run.checks().forEach(checks::put);
    run.measures().forEach((name, value) -> node.put(name, rounded(value)));
    if (!run.series().isEmpty()) {
      ObjectNode series = node.putObject("series");
      run.series()
          .forEach(
              (name, values) -> {
                ArrayNode array = series.putArray(name);
                values.forEach(value -> array.add(rounded(value)));
              });
    }
  }

  static void ratio(ObjectNode node, Ratio ratio) {
    node.put("median", ratio.median());
    node.put("low", ratio.low());
    node.put("high", ratio.high());
    node.put("pairs", ratio.pairs());
  }

  private static void put(ObjectNode node, String name, Object value) {
    switch (value) {
      case Boolean flag -> node.put(name, flag);
      case Integer number -> node.put(name, number);
      case Long number -> node.put(name, number);
      case Double number -> node.put(name, number);
      case List<?> items -> {
        ArrayNode array = node.putArray(name);
        items.forEach(item -> array.add(String.valueOf(item)));
      }
      case Map<?, ?> map -> {
        ObjectNode inner = node.putObject(name);
        map.forEach((key, item) -> put(inner, String.valueOf(key), String.valueOf(item)));
      }
      default -> node.put(name, value.toString());
    }
  }

  /** Returns a percentile in microseconds; 0 if nothing was recorded. */
  static double micros(Histogram latency, double percentile) {
    return rounded(latency.getValueAtPercentile(percentile) / 1e3);
  }

  /** Returns a value with three decimals: a measurement has no more. */
  private static double rounded(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
