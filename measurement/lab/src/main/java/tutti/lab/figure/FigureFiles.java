package tutti.lab.figure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tutti.lab.measure.ReportJson;
import tutti.lab.measure.Text;

/** A {@link Figure} as files: {@code NAME.json}, {@code NAME.md}, and {@code NAME-KEY.svg}s. */
public final class FigureFiles {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private FigureFiles() {}

  /**
   * Writes the files. Each takes the place of an old one when it is whole, so that a file is never
   * half written.
   *
   * @return the written files
   */
  public static List<Path> write(Figure figure, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> written = new ArrayList<>();
    written.add(
        replace(
            folder.resolve(figure.name() + ".json"),
            JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree(figure)) + "\n"));
    written.add(replace(folder.resolve(figure.name() + ".md"), page(figure)));
    for (Panel panel : figure.panels()) {
      written.add(replace(folder.resolve(plot(figure, panel)), Plot.svg(panel)));
    }
    return written;
  }

  private static Path replace(Path file, String text) throws IOException {
    Path part = Files.writeString(file.resolveSibling(file.getFileName() + ".part"), text);
    return Files.move(
        part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String plot(Figure figure, Panel panel) {
    return figure.name() + "-" + panel.key() + ".svg";
  }

  /** Returns the page. */
  static String page(Figure figure) {
    StringBuilder out = new StringBuilder("# " + figure.title() + "\n\n" + figure.note() + "\n\n");
    figure
        .parameters()
        .forEach(
            (name, value) -> out.append("- ").append(name).append(": ").append(value).append('\n'));
    out.append(
        Text.of(
            "- seed %d, commit %s, %s, %d cores, fsync probe %.0f µs%n%s- every run's checks"
                + " hold: %s%n",
            figure.seed(),
            figure.commit(),
            figure.machine().cpu(),
            figure.machine().cores(),
            figure.machine().fsyncProbeMicros(),
            figure.machine().beside().known() ? "- " + figure.machine().beside() + "\n" : "",
            checks(figure.runs())));
    figure
        .runs()
        .failed()
        .forEach(
            (label, reason) ->
                out.append("- **FAILED**: ")
                    .append(label)
                    .append(": ")
                    .append(reason)
                    .append('\n'));
    if (!figure.runs().outstanding().isEmpty()) {
      out.append(
          Text.of(
              "- outstanding: %d of %d runs%n",
              figure.runs().outstanding().size(), figure.runs().count()));
    }
    for (Panel panel : figure.panels()) {
      out.append("\n## ").append(panel.title()).append("\n\n");
      out.append("- The paper found: ").append(panel.paper()).append('\n');
      out.append("- Counts as found again: ").append(panel.criterion()).append('\n');
      out.append("- Verdict: **")
          .append(figure.verdict(panel).text())
          .append("**. ")
          .append(panel.verdict())
          .append("\n\n");
      out.append(Text.markdown(panel.table()));
      out.append("\n![").append(panel.title()).append("](").append(plot(figure, panel));
      out.append(")\n");
    }
    return out.toString();
  }

  private static String checks(Runs runs) {
    if (!runs.checksHold()) {
      return "**NO**, see the checks in the JSON file";
    }
    return runs.good() ? "yes" : "yes, of those that ended with a result";
  }

  private static ObjectNode tree(Figure figure) {
    ObjectNode root = JSON.createObjectNode();
    root.put("figure", figure.name());
    ObjectNode parameters = root.putObject("parameters");
    figure.parameters().forEach((name, value) -> parameters.put(name, String.valueOf(value)));
    root.put("seed", figure.seed());
    root.put("commit", figure.commit());
    ReportJson.machine(root.putObject("machine"), figure.machine());
    ArrayNode panels = root.putArray("panels");
    for (Panel panel : figure.panels()) {
      ObjectNode node = panels.addObject();
      node.put("key", panel.key());
      node.put("title", panel.title());
      node.put("paper", panel.paper());
      node.put("criterion", panel.criterion());
      Figure.Verdict verdict = figure.verdict(panel);
      if (verdict == Figure.Verdict.NOT_MEASURED) {
        node.putNull("found-again");
      } else {
        node.put("found-again", verdict == Figure.Verdict.FOUND);
      }
      node.put("verdict", panel.verdict());
      ObjectNode series = node.putObject("series");
      for (Series each : panel.series()) {
        ArrayNode points = series.putArray(each.label());
        each.points().forEach(point -> points.addArray().add(point.x()).add(point.y()));
      }
    }
    ArrayNode runs = root.putArray("runs");
    figure.runs().ended().forEach(run -> ReportJson.run(runs.addObject(), run));
    ObjectNode failed = root.putObject("failed");
    figure.runs().failed().forEach(failed::put);
    ArrayNode outstanding = root.putArray("outstanding");
    figure.runs().outstanding().forEach(outstanding::add);
    return root;
  }
}
