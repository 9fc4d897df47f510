package tutti.engine.node.cost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tutti.engine.deployment.ConfigFile;
import tutti.engine.deployment.text.Units;
import tutti.engine.node.cost.CostConstants.Cost;
import tutti.model.cost.CallPlace;

/**
 * {@link CostConstants} as a file: HOCON, everything in {@code calls { … }}, as {@code tutti
 * calibrate --calls} writes it.
 */
public final class CostFile {
  private static final String ROOT = "calls";
  private static final String COMMITTED = "calls.conf";
  private static final String LATENCY = "latency";
  private static final String PROCESSOR = "processor";
  private static final String MACHINE = "machine";
  private static final String DATE = "date";
  private static final String CONTROL = "concurrency-control";

  /** The longest time that a part of a call can cost; more is a mistake, as of a unit. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private CostFile() {}

  /** Returns the constants that come with this build: those of the machine that it names. */
  public static CostConstants committed() {
    try (InputStream in = CostFile.class.getResourceAsStream(COMMITTED)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + COMMITTED);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), COMMITTED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file that was measured on the given machine.
   *
   * @param machine as {@link ThisMachine#name()} has it; empty for any
   * @throws IllegalArgumentException if the file is wrong, or of another machine; the message has a
   *     line for each problem, with its place and what to do
   */
  public static CostConstants read(Path file, Optional<String> machine) {
    ConfigFile config = ConfigFile.read(file, ROOT);
    String named = config.root().has(MACHINE) ? config.root().text(MACHINE) : "";
    if (!named.isEmpty() && machine.isPresent() && !machine.get().equals(named)) {
      config
          .root()
          .problem(
              MACHINE,
              "these are the costs of '"
                  + named
                  + "', and this is '"
                  + machine.get()
                  + "': measure them by 'tutti calibrate --calls', or add --any-machine to predict"
                  + " for that one");
    }
    return constants(config);
  }

  /**
   * Reads a text.
   *
   * @param name the text's name for a person
   * @throws IllegalArgumentException as {@link #read}
   */
  public static CostConstants parse(String text, String name) {
    return constants(ConfigFile.parse(text, name, ROOT));
  }

  private static CostConstants constants(ConfigFile file) {
    ConfigFile.Section root = file.root();
    Map<String, List<CostConstant>> groups = new LinkedHashMap<>();
    for (CostConstant constant : CostConstant.values()) {
      groups.computeIfAbsent(group(constant), none -> new ArrayList<>()).add(constant);
    }
    List<String> top = new ArrayList<>(List.of(MACHINE, DATE, CONTROL));
    groups.forEach(
        (group, constants) -> top.addAll(group.isEmpty() ? keys(constants) : List.of(group)));
    root.only(top);
    String machine = root.text(MACHINE);
    String date = root.text(DATE);
    String control = root.text(CONTROL);
    EnumMap<CostConstant, Cost> costs = new EnumMap<>(CostConstant.class);
    groups.forEach(
        (group, constants) -> {
          // A place may be left out: where it could not be measured.
          boolean absent = !group.isEmpty() && !root.has(group);
          if (!(absent && constants.getFirst().place().isPresent())) {
            ConfigFile.Section section = group.isEmpty() ? root : root.section(group);
            if (!group.isEmpty()) {
              section.only(keys(constants));
            }
            constants.forEach(constant -> costs.put(constant, cost(section, constant)));
          }
        });
    file.check();
    return new CostConstants(machine, date, control, costs);
  }

  private static Cost cost(ConfigFile.Section section, CostConstant constant) {
    String key = key(constant);
    if (!section.has(key)) {
      section.problem(
          key, "is missing: " + constant.meaning() + "; 'tutti calibrate --calls' measures it");
      return Cost.NONE;
    }
    ConfigFile.Section both = section.section(key);
    both.only(List.of(LATENCY, PROCESSOR));
    return new Cost(cost(both, LATENCY), cost(both, PROCESSOR));
  }

  private static long cost(ConfigFile.Section both, String key) {
    long nanos = both.nanos(key);
    if (nanos > LONGEST.toNanos()) {
      both.problem(
          key,
          "'"
              + both.text(key)
              + "' is longer than the "
              + Units.text(LONGEST)
              + " that a cost may be");
    }
    return nanos;
  }

  private static List<String> keys(List<CostConstant> constants) {
    return constants.stream().map(CostFile::key).toList();
  }

  private static String group(CostConstant constant) {
    int dot = constant.path().indexOf('.');
    return dot < 0 ? "" : constant.path().substring(0, dot);
  }

  private static String key(CostConstant constant) {
    return constant.path().substring(constant.path().indexOf('.') + 1);
  }

  /**
   * Returns the text of a file that reads as these constants.
   *
   * @param spreads the spread of each, as a comment; may lack any
   */
  public static String text(CostConstants constants, Map<CostConstant, String> spreads) {
    StringBuilder out = new StringBuilder();
    out.append("# What calls cost on one machine, as 'tutti calibrate --calls' measured it.\n");
    out.append(ROOT).append(" {\n");
    property(out, MACHINE, constants.machine());
    property(out, DATE, constants.date());
    property(out, CONTROL, constants.control());
    for (CostConstant constant : CostConstant.values()) {
      Cost cost = constants.costs().get(constant);
      if (cost != null) {
        String place = constant.place().map(CallPlace::label).map(it -> it + ": ").orElse("");
        String spread = spreads.get(constant);
        out.append("\n  # ").append(place).append(constant.meaning());
        out.append(spread == null ? "" : " (" + spread + ")");
        out.append(
            String.format(
                Locale.ROOT,
                "%n  %s { latency = %.0fns, processor = %.0fns }%n",
                constant.path(),
                cost.latencyNanos(),
                cost.processorNanos()));
      }
    }
    return out.append("}\n").toString();
  }

  private static void property(StringBuilder out, String key, String value) {
    out.append("  ").append(key).append(" = \"");
    out.append(value.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
  }
}
