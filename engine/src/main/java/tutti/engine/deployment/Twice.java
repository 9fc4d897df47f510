package tutti.engine.deployment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.deployment.Reading.Problem;
import tutti.engine.deployment.text.Outline;

/**
 * Finds keys that occur twice in {@code nodes { … }} of one file. HOCON keeps the later one of two,
 * so that a node would be gone without a word.
 */
final class Twice {
  private static final List<String> NODES = List.of(DeploymentReader.ROOT, Keys.NODES);

  private Twice() {}

  /**
   * Adds a problem for each key that occurs twice.
   *
   * @param text of the file
   */
  static void inNodes(String text, Problems problems) {
    Map<List<String>, List<Integer>> lines = new LinkedHashMap<>();
    for (Outline.Entry entry : Outline.of(text).entries()) {
      List<String> path = entry.path();
      if (path.size() > NODES.size() && path.subList(0, NODES.size()).equals(NODES)) {
        lines.computeIfAbsent(path, key -> new ArrayList<>()).add(entry.line());
      }
    }
    lines.forEach(
        (path, at) -> {
          if (at.size() > 1) {
            String where = problems.file() + ":" + at.get(1);
            problems.found().add(new Problem(where, inWords(path, at)));
          }
        });
  }

  private static String inWords(List<String> path, List<Integer> at) {
    List<String> within = path.subList(NODES.size(), path.size());
    String what =
        within.size() == 1
            ? "node " + within.getFirst()
            : "'" + String.join(".", path.subList(1, path.size())) + "'";
    boolean oneLine = at.getFirst().equals(at.getLast());
    String often = at.size() == 2 ? "twice" : at.size() + " times";
    return what
        + " stands "
        + often
        + (oneLine ? ", line " + at.getFirst() : ", lines " + listed(at));
  }

  private static String listed(List<Integer> lines) {
    String all = String.join(", ", lines.stream().map(String::valueOf).toList());
    int last = all.lastIndexOf(", ");
    return all.substring(0, last) + " and " + all.substring(last + 2);
  }
}
