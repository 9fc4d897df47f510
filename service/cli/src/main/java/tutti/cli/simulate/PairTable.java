package tutti.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.simulator.report.SimulationReport.Pair;

/** The numbers of runs of each concurrency control with each commit protocol, as text. */
final class PairTable {
  private PairTable() {}

  /**
   * Returns a line for each concurrency control, below the protocols' names; no lines without
   * pairs.
   */
  static List<String> lines(Map<Pair, Long> pairs) {
    List<String> commits = pairs.keySet().stream().map(Pair::commit).distinct().sorted().toList();
    List<String> controls = pairs.keySet().stream().map(Pair::control).distinct().toList();
    if (pairs.isEmpty()) {
      return List.of();
    }
    StringBuilder head = new StringBuilder("runs on several nodes ");
    commits.forEach(commit -> head.append(cell(commit, commit)));
    List<String> lines = new ArrayList<>(List.of(head.toString()));
    for (String control : controls) {
      StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-20s", control));
      for (String commit : commits) {
        Long runs = pairs.getOrDefault(new Pair(control, commit), 0L);
        line.append(cell(runs.toString(), commit));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static String cell(String text, String below) {
    return " ".repeat(2 + below.length() - text.length()) + text;
  }
}
