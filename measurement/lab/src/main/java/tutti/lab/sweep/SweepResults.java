package tutti.lab.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tutti.lab.measure.Text;
import tutti.lab.sweep.Sweep.Run;

/**
 * The results of the runs of a {@link Sweep} so far, as files: {@code NAME.json} with the whole
 * report of {@code tutti bench} for each, {@code NAME.csv} with a line for each run, {@code
 * NAME.md} with a line for each combination, medians of its rounds. The files are written again
 * after every run, so that a sweep that was stopped continues where it was. Not thread-safe.
 */
public final class SweepResults {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String COMMAND = "command";
  private static final String REPORT = "report";
  private static final String GOOD = "good";

  /** The figures that a page shows, if a run has them. */
  private static final List<String> SHOWN =
      List.of("throughput", "p50", "p99", "messages-per-request", "flushes-per-request");

  private final Sweep sweep;
  private final Path file;
  private final Map<String, ObjectNode> made = new LinkedHashMap<>();

  private SweepResults(Sweep sweep, Path file) {
    this.sweep = sweep;
    this.file = file;
  }

  /**
   * Returns the results of a file; none if the file is not there.
   *
   * @throws IllegalArgumentException if it is no file of a sweep
   */
  public static SweepResults in(Path file, Sweep sweep) throws IOException {
    SweepResults results = new SweepResults(sweep, file);
    if (!String.valueOf(file.getFileName()).endsWith(".json")) {
      throw new IllegalArgumentException("--out must end with .json, is " + file);
    }
    if (Files.exists(file)) {
      try {
        JsonNode runs = JSON.readTree(Files.readString(file)).get("runs");
        for (JsonNode run : Objects.requireNonNull(runs, "runs")) {
          results.made.put(run.get(COMMAND).stringValue(), (ObjectNode) run);
        }
      } catch (JacksonException | ClassCastException | NullPointerException foreign) {
        throw new IllegalArgumentException(
            file + " is not of a sweep: take it away, or say another --out", foreign);
      }
    }
    return results;
  }

  /** Returns whether a run was made, and its checks held. */
  public boolean has(Run run) {
    ObjectNode node = made.get(run.command());
    return node != null && node.get(GOOD).booleanValue();
  }

  /**
   * Adds a run that was made.
   *
   * @param report as {@code tutti bench --out} writes it
   * @param good whether its checks held
   */
  public void add(Run run, Path report, boolean good) throws IOException {
    ObjectNode node = JSON.createObjectNode();
    ObjectNode cell = node.putObject("cell");
    run.cell().forEach(cell::put);
    node.put("round", run.round());
    node.put(COMMAND, run.command());
    node.put(GOOD, good);
    node.set(REPORT, JSON.readTree(Files.readString(report)));
    made.put(run.command(), node);
    write();
  }

  /**
   * Returns the number of runs of the file that the sweep no longer asks for; they are not in its
   * tables.
   */
  public int foreign() {
    Set<String> asked = new LinkedHashSet<>();
    sweep.runs().forEach(run -> asked.add(run.command()));
    return (int) made.keySet().stream().filter(command -> !asked.contains(command)).count();
  }

  /** Writes all files and returns them. */
  public List<Path> write() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    ObjectNode root = JSON.createObjectNode();
    root.put("workload", sweep.workload());
    ObjectNode options = root.putObject("options");
    sweep.options().forEach(options::put);
    ObjectNode cross = root.putObject("cross");
    sweep.cross().forEach((key, values) -> values.forEach(cross.withArray(key)::add));
    ArrayNode runs = root.putArray("runs");
    made.values().forEach(runs::add);
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
    return List.of(
        replaced(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n"),
        replaced(file.resolveSibling(name + ".csv"), csv()),
        replaced(file.resolveSibling(name + ".md"), page()));
  }

  /** Replaces a file in one step, so that a process that stops in the middle leaves the old one. */
  private static Path replaced(Path file, String text) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, text);
    return Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the figures of a run by name; none if it was not made. */
  private Map<String, String> figures(Run run) {
    Map<String, String> figures = new LinkedHashMap<>();
    ObjectNode node = made.get(run.command());
    if (node != null) {
      leaves(node.get(REPORT).get("runs").get(0), figures);
      figures.put(GOOD, node.get(GOOD).asString());
    }
    return figures;
  }

  private static void leaves(JsonNode node, Map<String, String> into) {
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      if (each.getValue().isObject()) {
        leaves(each.getValue(), into);
      } else if (!each.getKey().equals("label")) {
        into.put(each.getKey(), each.getValue().asString());
      }
    }
  }

  private String csv() {
    Set<String> names = new LinkedHashSet<>();
    sweep.runs().forEach(run -> names.addAll(figures(run).keySet()));
    List<String> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(sweep.cross().keySet());
    head.add("round");
    head.addAll(names);
    lines.add(line(head));
    for (Run run : sweep.runs()) {
      Map<String, String> figures = figures(run);
      if (!figures.isEmpty()) {
        List<String> line = new ArrayList<>(run.cell().values());
        line.add(Integer.toString(run.round()));
        names.forEach(name -> line.add(figures.getOrDefault(name, "")));
        lines.add(line(line));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String line(List<String> values) {
    return String.join(
        ",",
        values.stream()
            .map(each -> each.matches(".*[,\"].*") ? '"' + each.replace("\"", "\"\"") + '"' : each)
            .toList());
  }

  private String page() {
    StringBuilder out = new StringBuilder("# tutti bench " + sweep.workload() + "\n\n");
    sweep
        .options()
        .forEach(
            (key, value) -> out.append("- ").append(key).append(": ").append(value).append('\n'));
    out.append("- latencies in us; medians of up to ")
        .append(sweep.rounds())
        .append(sweep.rounds() == 1 ? " round\n\n" : " rounds\n\n");
    List<String> head = new ArrayList<>(sweep.cross().keySet());
    head.add("runs");
    head.addAll(SHOWN);
    List<List<String>> table = new ArrayList<>(List.of(head));
    for (Map<String, String> cell : sweep.cells()) {
      List<Map<String, String>> rounds =
          sweep.runs().stream()
              .filter(run -> run.cell().equals(cell))
              .map(this::figures)
              .filter(figures -> !figures.isEmpty())
              .toList();
      List<String> line = new ArrayList<>(cell.values());
      line.add(Integer.toString(rounds.size()));
      SHOWN.forEach(name -> line.add(median(name, rounds)));
      table.add(line);
    }
    return out.append(Text.markdown(table)).toString();
  }

  private static String median(String name, List<Map<String, String>> rounds) {
    double[] sorted =
        rounds.stream()
            .map(figures -> figures.get(name))
            .filter(Objects::nonNull)
            .mapToDouble(Double::parseDouble)
            .toArray();
    Arrays.sort(sorted);
    return sorted.length == 0 ? "" : Text.of("%,.2f", sorted[sorted.length / 2]);
  }
}
