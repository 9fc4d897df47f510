package tutti.cli.simulate;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.report.SimulationReport.Violation;

/** The result of {@code tutti simulate} as text and as JSON. */
final class SimulationResult {
  private final SimulationReport report;

  SimulationResult(SimulationReport report) {
    this.report = report;
  }

  /**
   * Prints the result. Below the findings stands the story (the diagram of the last events) of the
   * first run that failed, or of a good run that was the only one.
   *
   * @param withPage whether a page of the run is written, so that no command for a page is printed
   */
  void print(PrintWriter stdout, boolean withPage, Story story) {
    printSums(stdout);
    boolean first = true;
    for (Violation violation : report.violations()) {
      stdout.println();
      print(violation, stdout, withPage);
      // A run that was cut may need any time to reach its violation again.
      if (first && !report.cut().contains(violation.seed())) {
        story.tell(violation);
        first = false;
      }
    }
    if (!report.cut().isEmpty()) {
      stdout.println(
          "cut when the time was over, and judged until there: "
              + report.cut().stream()
                  .map(each -> "seed " + each)
                  .collect(Collectors.joining(", ")));
    }
    if (first && report.runs() == 1 && report.cut().isEmpty() && report.violations().isEmpty()) {
      story.tell(null);
    }
    stdout.println(verdict(report));
    stdout.flush();
  }

  private static String verdict(SimulationReport report) {
    if (!report.violations().isEmpty()) {
      return report.violations().size() + " runs went wrong; digest " + report.digest();
    }
    return report.runs() == 0
        ? "no run ended, so nothing is known: give it more --seconds, or fewer --requests a run"
        : "everything held; digest " + report.digest();
  }

  /** Prints the story of a run, with its violation or without one. */
  interface Story {
    void tell(@Nullable Violation violation);
  }

  private void printSums(PrintWriter stdout) {
    stdout.printf(
        Locale.ROOT,
        "%d run%s%s, %.1f simulated seconds, %d transactions, %d reads, %d messages, %d crashes%n",
        report.runs(),
        report.runs() == 1 ? "" : "s",
        report.cut().isEmpty() ? "" : " and " + report.cut().size() + " cut",
        report.simulatedSeconds(),
        report.transactions(),
        report.reads(),
        report.messages(),
        report.crashes());
    if (report.runs() > 1) {
      stdout.printf(
          Locale.ROOT,
          "medians of a run: %d operations, %d faults, %d crashes%n",
          report.medians().operations(),
          report.medians().faults(),
          report.medians().crashes());
      printReplicas(stdout);
      PairTable.lines(report.pairs()).forEach(stdout::println);
    }
    if (report.runs() > 1 && !report.pointsNeverReached().isEmpty()) {
      stdout.println("never reached: " + String.join(", ", report.pointsNeverReached()));
    }
  }

  private void printReplicas(PrintWriter stdout) {
    SimulationReport.Replicas replicas = report.replicas();
    if (replicas.runs() > 0) {
      stdout.printf(
          Locale.ROOT,
          "%d runs with replicas; medians: %d changes of leaders, %d under load; %d lost disks%n",
          replicas.runs(),
          replicas.leaderChanges(),
          replicas.leaderChangesUnderLoad(),
          replicas.lostDisks());
      if (replicas.integrated() > 0) {
        stdout.printf(
            Locale.ROOT,
            "%d of them ran an integrated protocol; medians: %d changes of views, %d takeovers%n",
            replicas.integrated(),
            replicas.viewChanges(),
            replicas.takeOvers());
      }
    }
  }

  /** Prints a run that went wrong, and the commands that make it again. */
  static void print(Violation violation, PrintWriter stdout, boolean withPage) {
    stdout.println("seed " + violation.seed() + " went wrong, deployed as");
    stdout.println("  " + violation.deployment());
    violation.findings().forEach(finding -> stdout.println("  " + finding));
    stdout.println("  again:     " + violation.replay());
    if (!withPage) {
      stdout.println(
          "  as a page: " + violation.replay() + " --html seed-" + violation.seed() + ".html");
    }
  }

  /** Returns the result as a tree for JSON. */
  Map<String, Object> tree() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("runs", report.runs());
    json.put("cut", report.cut());
    json.put("violations", report.violations().size());
    json.put("simulated-seconds", report.simulatedSeconds());
    json.put("messages", report.messages());
    json.put("crashes", report.crashes());
    json.put("transactions", report.transactions());
    json.put("reads", report.reads());
    json.put("median-operations", report.medians().operations());
    json.put("median-faults", report.medians().faults());
    json.put("median-crashes", report.medians().crashes());
    json.put("runs-with-replicas", report.replicas().runs());
    json.put("median-leader-changes", report.replicas().leaderChanges());
    json.put("median-leader-changes-under-load", report.replicas().leaderChangesUnderLoad());
    json.put("runs-integrated", report.replicas().integrated());
    json.put("median-view-changes", report.replicas().viewChanges());
    json.put("median-takeovers", report.replicas().takeOvers());
    json.put("lost-disks", report.replicas().lostDisks());
    json.put("faults", report.faults());
    Map<String, Long> pairs = new LinkedHashMap<>();
    report.pairs().forEach((pair, count) -> pairs.put(pair.control() + "/" + pair.commit(), count));
    json.put("pairs", pairs);
    json.put("digest", report.digest());
    json.put("points-never-reached", report.pointsNeverReached());
    List<Map<String, Object>> details = new ArrayList<>();
    for (Violation violation : report.violations()) {
      Map<String, Object> detail = new LinkedHashMap<>();
      detail.put("seed", violation.seed());
      detail.put("deployment", violation.deployment());
      detail.put("findings", violation.findings());
      detail.put("replay", violation.replay());
      details.add(detail);
    }
    json.put("violation-details", details);
    return json;
  }
}
