package tutti.lab.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A {@link Report} for people: one line per side, then the ratios and their meaning. */
public final class ReportTable {
  private ReportTable() {}

  public static String text(Report report) {
    StringBuilder out = new StringBuilder();
    out.append(report.workload()).append('\n');
    report
        .parameters()
        .forEach(
            (name, value) -> out.append("  ").append(name).append(": ").append(value).append('\n'));
    out.append(
        Text.of(
            "seed %d, commit %s, %s, %d cores, fsync probe %.0f us%n%s%n",
            report.seed(),
            report.commit(),
            report.machine().cpu(),
            report.machine().cores(),
            report.machine().fsyncProbeMicros(),
            report.machine().beside().known() ? report.machine().beside() + "\n" : ""));
    table(report, out);
    ratios(report, out);
    checks(report, out);
    return out.toString();
  }

  private static void table(Report report, StringBuilder out) {
    TreeSet<String> measures = new TreeSet<>();
    report.runs().forEach(run -> measures.addAll(run.measures().keySet()));
    List<List<String>> rows = new ArrayList<>();
    List<String> head =
        new ArrayList<>(
            List.of(
                "side",
                "runs",
                report.unit(),
                "p50 us",
                "p90 us",
                "p99 us",
                "p999 us",
                "committed",
                "refused",
                "aborted",
                "in doubt",
                "retries"));
    head.addAll(measures);
    rows.add(head);
    for (String label : report.labels()) {
      rows.add(row(label, report.runsOf(label), measures));
    }
    int[] widths = new int[head.size()];
    rows.forEach(
        row -> {
          for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], row.get(i).length());
          }
        });
    for (List<String> row : rows) {
      out.append(String.format("%-" + widths[0] + "s", row.get(0)));
      for (int i = 1; i < widths.length; i++) {
        out.append("  ").append(String.format("%" + widths[i] + "s", row.get(i)));
      }
      out.append('\n');
    }
  }

  private static List<String> row(String label, List<RunResult> runs, TreeSet<String> measures) {
    Histogram all = new Histogram(3);
    Outcomes outcomes = Outcomes.NONE;
    for (RunResult run : runs) {
      all.add(run.latency());
      outcomes = outcomes.plus(run.outcomes());
    }
    List<String> row =
        new ArrayList<>(
            List.of(
                label,
                Integer.toString(runs.size()),
                Text.of("%,.0f", medianOf(runs, "throughput")),
                micros(all, 50),
                micros(all, 90),
                micros(all, 99),
                micros(all, 99.9),
                Long.toString(outcomes.committed()),
                Long.toString(outcomes.refused()),
                Long.toString(outcomes.aborted()),
                Long.toString(outcomes.inDoubt()),
                Long.toString(outcomes.retries())));
    for (String measure : measures) {
      boolean there = runs.stream().anyMatch(run -> run.measures().containsKey(measure));
      row.add(there ? Text.of("%.2f", medianOf(runs, measure)) : "");
    }
    return row;
  }

  private static double medianOf(List<RunResult> runs, String figure) {
    double[] values =
        runs.stream()
            .filter(run -> figure.equals("throughput") || run.measures().containsKey(figure))
            .mapToDouble(run -> run.figure(figure))
            .toArray();
    Arrays.sort(values);
    return Bootstrap.medianOf(values);
  }

  private static String micros(Histogram histogram, double percentile) {
    long nanos = histogram.getValueAtPercentile(percentile);
    return nanos >= Outcomes.LONGEST_NANOS ? "given up" : Text.of("%.1f", nanos / 1e3);
  }

  private static void ratios(Report report, StringBuilder out) {
    if (report.ratios().isEmpty()) {
      return;
    }
    out.append('\n');
    report
        .noise()
        .forEach((name, ratio) -> out.append(line(report, name, ratio)).append("  (noise)\n"));
    Ratio noise = report.noise().isEmpty() ? null : report.noise().values().iterator().next();
    report
        .ratios()
        .forEach(
            (name, ratio) -> {
              out.append(line(report, name, ratio)).append("  ");
              out.append(verdict(ratio, noise));
              out.append('\n');
            });
  }

  private static String verdict(Ratio ratio, @Nullable Ratio noise) {
    if (!ratio.hasInterval()) {
      return "too few pairs for a verdict: measure with --pairs 3 or more";
    }
    return noise == null || ratio.resolvable(noise)
        ? Text.of("%+.1f%%", (ratio.median() - 1) * 100)
        : "not resolvable: the noise hides the difference";
  }

  private static String line(Report report, String name, Ratio ratio) {
    if (!ratio.hasInterval()) {
      return Text.of(
          "%s of %s: median %.3f, %d pairs", report.ratioOf(), name, ratio.median(), ratio.pairs());
    }
    return Text.of(
        "%s of %s: median %.3f, 95%% interval %.3f to %.3f, %d pairs",
        report.ratioOf(), name, ratio.median(), ratio.low(), ratio.high(), ratio.pairs());
  }

  private static void checks(Report report, StringBuilder out) {
    Map<String, List<Boolean>> byName = new TreeMap<>();
    for (RunResult run : report.runs()) {
      run.checks()
          .forEach(
              (name, holds) -> byName.computeIfAbsent(name, n -> new ArrayList<>()).add(holds));
    }
    if (byName.isEmpty()) {
      return;
    }
    out.append('\n');
    byName.forEach(
        (name, all) -> {
          long failed = all.stream().filter(holds -> !holds).count();
          out.append("check ").append(name).append(": ");
          out.append(
              failed == 0
                  ? "holds in " + (all.size() == 1 ? "the run" : "all " + all.size() + " runs")
                  : "FAILED in " + failed + " of " + all.size() + " runs");
          out.append('\n');
        });
  }
}
