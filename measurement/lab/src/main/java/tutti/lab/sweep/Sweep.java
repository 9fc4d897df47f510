package tutti.lab.sweep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The content of a {@link SweepFile}. Keys are flags of the workload without their dashes, or keys
 * of a deployment.
 *
 * @param workload the name that {@code tutti bench} gives the workload
 * @param options flags that all runs have
 * @param cross flags of which every combination of values is run; the last one varies fastest
 * @param switches those of them that have no value, and have {@code true} or {@code false} here
 * @param rounds the number of rounds
 * @param seed the seed of the first round; each further round has the next number
 */
public record Sweep(
    String workload,
    Map<String, String> options,
    Map<String, List<String>> cross,
    Set<String> switches,
    int rounds,
    long seed) {
  public Sweep {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    cross = Collections.unmodifiableMap(new LinkedHashMap<>(cross));
    switches = Set.copyOf(switches);
  }

  /**
   * One run.
   *
   * @param cell its values of the crossed flags
   * @param round counted from 1
   * @param arguments the arguments of {@code tutti bench}, which also identify the run
   */
  public record Run(Map<String, String> cell, int round, List<String> arguments) {
    /** Returns the command line of the run, for a person and to find the run again. */
    public String command() {
      return String.join(" ", arguments);
    }
  }

  /** Returns every combination. */
  List<Map<String, String>> cells() {
    List<Map<String, String>> cells = List.of(Map.of());
    for (Map.Entry<String, List<String>> axis : cross.entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> cell : cells) {
        for (String value : axis.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(cell);
          next.put(axis.getKey(), value);
          more.add(next);
        }
      }
      cells = more;
    }
    return cells;
  }

  /**
   * Returns all runs in a fair order: a round has every combination once, and every second round
   * begins at the end, so that a machine that gets slower favours no combination.
   */
  public List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Run> these = new ArrayList<>();
      for (Map<String, String> cell : cells()) {
        these.add(new Run(cell, round, arguments(cell, round)));
      }
      runs.addAll(round % 2 == 1 ? these : these.reversed());
    }
    return runs;
  }

  private List<String> arguments(Map<String, String> cell, int round) {
    List<String> arguments = new ArrayList<>(List.of(workload));
    options.forEach((key, value) -> arguments.addAll(flag(key, value)));
    cell.forEach((key, value) -> arguments.addAll(flag(key, value)));
    arguments.add("--seed=" + (seed + round - 1));
    return arguments;
  }

  private List<String> flag(String key, String value) {
    if (switches.contains(key)) {
      return value.equals("true") ? List.of("--" + key) : List.of();
    }
    return List.of((key.contains(".") ? "-Dtutti." : "--") + key + "=" + value);
  }
}
