package tutti.lab.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.ConfigFile;

/**
 * A {@link Sweep} as a file: HOCON, everything in {@code sweep { … }}.
 *
 * <pre>
 *   sweep {
 *     workload = ycsb                       # one of 'tutti bench'
 *     options {
 *       simulated = true
 *       nodes = 16
 *     }
 *     cross {                               # the last line varies fastest
 *       theta = [0.1, 0.6, 0.9]
 *       commit = [two-phase, easy-commit]
 *     }
 *     rounds = 3                            # 1 if it is left out
 *   }
 * </pre>
 *
 * The keys in {@code options} and {@code cross} are the workload's flags without their dashes, and
 * keys of a deployment: {@code paxos-commit.f = 1}. Keys are taken in the order of their lines;
 * those of one line have none in HOCON.
 */
public final class SweepFile {
  private static final String ROOT = "sweep";
  private static final String SEED = "seed";
  private static final int MOST_ROUNDS = 1_000;

  private final Grammar grammar;
  private final Set<String> switches = new LinkedHashSet<>();

  /** The flags that a sweep may have. */
  public interface Grammar {
    List<String> workloads();

    /** Returns the flags that a sweep may set, without their dashes. */
    List<String> flags(String workload);

    /** Returns whether a flag has no value. */
    boolean isSwitch(String workload, String flag);

    /**
     * Returns the reason that a flag, or a key of a deployment with a dot in it, cannot have a
     * value; null if it can.
     */
    @Nullable String whyNot(String workload, String key, String value);
  }

  private SweepFile(Grammar grammar) {
    this.grammar = grammar;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if the file is wrong; the message has a line for each problem,
   *     with its place
   */
  public static Sweep read(Path file, Grammar grammar) {
    return new SweepFile(grammar).sweep(ConfigFile.read(file, ROOT));
  }

  /**
   * Reads a text.
   *
   * @param name the text's name for a person
   * @throws IllegalArgumentException as {@link #read}
   */
  public static Sweep parse(String text, String name, Grammar grammar) {
    return new SweepFile(grammar).sweep(ConfigFile.parse(text, name, ROOT));
  }

  private Sweep sweep(ConfigFile file) {
    ConfigFile.Section root = file.root();
    root.only(List.of("workload", "options", "cross", "rounds"));
    String workload = root.text("workload");
    if (!workload.isEmpty() && !grammar.workloads().contains(workload)) {
      root.problem(
          "workload", "'" + workload + "' is none of " + String.join(", ", grammar.workloads()));
    }
    int rounds = root.has("rounds") ? root.count("rounds", 1, MOST_ROUNDS) : 1;
    // The flags of a workload that is not known cannot be checked.
    file.check();
    Map<String, List<String>> options = new LinkedHashMap<>();
    Map<String, List<String>> cross = new LinkedHashMap<>();
    if (root.has("options")) {
      values(root.section("options"), "", workload, false, options);
    }
    ConfigFile.Section crossed = root.section("cross");
    values(crossed, "", workload, true, cross);
    cross.keySet().stream()
        .filter(options::containsKey)
        .forEach(key -> crossed.problem(key, "stands in options, too; leave it out there"));
    file.check();
    Map<String, String> fixed = new LinkedHashMap<>();
    options.forEach((key, value) -> fixed.put(key, value.getFirst()));
    String seed = fixed.remove(SEED);
    return new Sweep(
        workload, fixed, cross, switches, rounds, seed == null ? 1 : Long.parseLong(seed));
  }

  private void values(
      ConfigFile.Section section,
      String prefix,
      String workload,
      boolean lists,
      Map<String, List<String>> into) {
    List<String> flags = grammar.flags(workload);
    if (prefix.isEmpty()) {
      section.only(withDeploymentKeys(section, flags));
    }
    for (String key : section.keys()) {
      String path = prefix + key;
      if (section.isSection(key)) {
        values(section.section(key), path + ".", workload, lists, into);
        continue;
      }
      if (!path.contains(".") && !flags.contains(path)) {
        continue;
      }
      List<String> values = lists ? section.texts(key) : List.of(section.text(key));
      if (lists && values.isEmpty() && section.isList(key)) {
        section.problem(key, "has no values: " + key + " = [a, b]");
      }
      if (lists && key.equals(SEED)) {
        section.problem(key, "every round has the next one: say rounds = 3, and seed in options");
      }
      for (String value : values) {
        String whyNot = value.isEmpty() ? null : grammar.whyNot(workload, path, value);
        if (whyNot != null) {
          section.problem(key, whyNot);
        }
      }
      if (grammar.isSwitch(workload, path)) {
        switches.add(path);
      }
      into.put(path, values);
    }
  }

  private static List<String> withDeploymentKeys(ConfigFile.Section section, List<String> flags) {
    List<String> all = new ArrayList<>(flags);
    section.keys().stream()
        .filter(key -> key.contains(".") || section.isSection(key))
        .forEach(all::add);
    return all;
  }
}
