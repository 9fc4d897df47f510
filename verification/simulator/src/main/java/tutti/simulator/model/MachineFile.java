package tutti.simulator.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.engine.deployment.ConfigFile;

/**
 * A {@link MachineModel} as a file: HOCON, everything in {@code machine { … }}, as {@code tutti
 * calibrate} writes it.
 */
public final class MachineFile {
  private static final String ROOT = "machine";
  private static final String COMMITTED = "machine.conf";

  private MachineFile() {}

  /**
   * Returns the machine whose constants come with this build, and were written down before any
   * comparison with them.
   */
  public static MachineModel committed() {
    try (InputStream in = MachineFile.class.getResourceAsStream(COMMITTED)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + COMMITTED);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), COMMITTED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if the file is wrong; the message has a line for each problem,
   *     with its place
   */
  public static MachineModel read(Path file) {
    return machine(ConfigFile.read(file, ROOT));
  }

  /**
   * Reads a text.
   *
   * @param name the text's name for a person
   * @throws IllegalArgumentException as {@link #read}
   */
  public static MachineModel parse(String text, String name) {
    return machine(ConfigFile.parse(text, name, ROOT));
  }

  private static MachineModel machine(ConfigFile file) {
    ConfigFile.Section root = file.root();
    Map<String, List<String>> known = known();
    List<String> top = new ArrayList<>(List.of("description", "date"));
    known.forEach((group, keys) -> top.addAll(group.isEmpty() ? keys : List.of(group)));
    root.only(top);
    String description = root.text("description");
    String date = root.text("date");
    Map<String, ConfigFile.Section> sections = new LinkedHashMap<>();
    known.forEach(
        (group, keys) -> {
          ConfigFile.Section section = group.isEmpty() ? root : root.section(group);
          sections.put(group, section);
          if (!group.isEmpty()) {
            section.only(keys);
          }
        });
    EnumMap<Constant, Double> nanos = new EnumMap<>(Constant.class);
    int cores = 1;
    List<Double> flushes = List.of();
    for (Constant each : Constant.values()) {
      ConfigFile.Section section = sections.getOrDefault(group(each), root);
      if (!section.has(key(each))) {
        section.problem(
            key(each), "is missing: " + each.meaning() + "; 'tutti calibrate' measures it");
        continue;
      }
      switch (each) {
        case CORES -> cores = (int) section.number(key(each), 1, 4096);
        case FLUSH ->
            flushes = section.nanosList(key(each)).stream().map(Long::doubleValue).toList();
        default -> nanos.put(each, (double) section.nanos(key(each)));
      }
    }
    if (flushes.isEmpty() && file.problems().isEmpty()) {
      sections.getOrDefault("disk", root).problem("flush", "has no value; [100us] would do");
    }
    file.check();
    return new MachineModel(description, date, cores, nanos, flushes);
  }

  private static Map<String, List<String>> known() {
    Map<String, List<String>> known = new LinkedHashMap<>();
    for (Constant each : Constant.values()) {
      known.computeIfAbsent(group(each), none -> new ArrayList<>()).add(key(each));
    }
    return known;
  }

  private static String group(Constant constant) {
    int dot = constant.path().indexOf('.');
    return dot < 0 ? "" : constant.path().substring(0, dot);
  }

  private static String key(Constant constant) {
    return constant.path().substring(constant.path().indexOf('.') + 1);
  }

  /**
   * Returns the text of a file that reads as this machine.
   *
   * @param spreads the spread of each constant, as a comment behind it; may lack any
   */
  public static String text(MachineModel machine, Map<Constant, String> spreads) {
    StringBuilder out = new StringBuilder();
    out.append("# What things cost on one machine, as 'tutti calibrate' measured it.\n");
    out.append(ROOT).append(" {\n");
    out.append("  description = ").append(quoted(machine.description())).append('\n');
    out.append("  date = ").append(quoted(machine.date())).append('\n');
    for (Constant each : Constant.values()) {
      out.append("\n  # ").append(each.meaning());
      String spread = spreads.get(each);
      out.append(spread == null ? "" : " (" + spread + ")").append('\n');
      out.append("  ").append(each.path()).append(" = ");
      switch (each) {
        case CORES -> out.append(machine.cores());
        case FLUSH -> out.append(machine.flushNanos().stream().map(MachineFile::duration).toList());
        default -> out.append(duration(machine.value(each)));
      }
      out.append('\n');
    }
    return out.append("}\n").toString();
  }

  private static String duration(double nanos) {
    return nanos < 10_000
        ? Math.round(nanos) + "ns"
        : String.format(Locale.ROOT, "%.1fus", nanos / 1e3);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
