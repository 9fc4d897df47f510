package tutti.lab.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Reading.Problem;
import tutti.engine.deployment.Settings;

/**
 * The deployments that {@code --compare a,b} names: any two names of a kind — two concurrency
 * controls, two durabilities, … —, or any settings written {@code key=value}, several of one side
 * joined by {@code +}.
 */
public final class Sides {
  /** The keys whose values are names; names are unique among them. */
  private static final List<String> KINDS =
      List.of("concurrency-control", "commit", "isolation", "durability", "router");

  private Sides() {}

  /** A deployment that can be read again with further settings. */
  @FunctionalInterface
  public interface Base {
    Reading with(List<Override> more);
  }

  /**
   * Returns the two sides.
   *
   * @param compare {@code a,b}
   * @param base reads the common settings of both, with more settings over them
   * @throws IllegalArgumentException if these are not two names of one kind; the message lists the
   *     names
   */
  public static List<Side> compare(String compare, Base base) {
    String[] names = compare.split(",", -1);
    if (names.length != 2 || names[0].isBlank() || names[1].isBlank()) {
      throw new IllegalArgumentException(
          "--compare takes two names, a,b; it was '" + compare + "'");
    }
    String a = names[0].strip();
    String b = names[1].strip();
    List<Side> sides =
        a.contains("=") || b.contains("=")
            ? List.of(setting(a, base), setting(b, base))
            : named(a, b, base);
    if (sides.get(0).label().equals(sides.get(1).label())) {
      throw new IllegalArgumentException(
          "--compare: '" + a + "' and '" + b + "' are the same; an A/A run is made anyway");
    }
    return sides;
  }

  /** Returns the names of the sides, in their order. */
  public static List<String> labels(List<Side> sides) {
    return sides.stream().map(Side::label).toList();
  }

  /**
   * Returns the side of that name.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public static Side labelled(String label, List<Side> sides) {
    return sides.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  /**
   * Returns the only side of a measurement that compares nothing. The side has the name of its
   * concurrency control.
   */
  public static Side single(Settings settings) {
    return new Side(
        values(settings).getOrDefault("concurrency-control", "tutti"), settings.deployment());
  }

  private static List<Side> named(String a, String b, Base base) {
    List<String> shown = new ArrayList<>();
    for (String kind : KINDS) {
      Settings first = with(kind, a, base);
      Settings second = with(kind, b, base);
      if (first != null && second != null) {
        return List.of(
            new Side(values(first).getOrDefault(kind, a), first.deployment()),
            new Side(values(second).getOrDefault(kind, b), second.deployment()));
      }
      shown.add(kind);
    }
    throw new IllegalArgumentException(
        "--compare: '"
            + a
            + "' and '"
            + b
            + "' are not two names of one of "
            + String.join(", ", shown)
            + "; other settings can be compared as key=value,key=value, and several at once as"
            + " key=value+key=value,key=value");
  }

  private static Side setting(String text, Base base) {
    List<Override> all = new ArrayList<>();
    for (String part : text.split("\\+", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "--compare: if one side is key=value, both are; '" + part + "' is not");
      }
      all.add(override(part.substring(0, equals).strip(), part.substring(equals + 1).strip()));
    }
    return switch (base.with(DeploymentReader.together(all))) {
      case Reading.Valid valid -> new Side(text, valid.settings().deployment());
      case Reading.Invalid invalid ->
          throw new IllegalArgumentException(
              String.join("\n", invalid.problems().stream().map(Problem::toString).toList()));
    };
  }

  private static @Nullable Settings with(String key, String value, Base base) {
    return base.with(List.of(override(key, value))) instanceof Reading.Valid valid
        ? valid.settings()
        : null;
  }

  private static Override override(String key, String value) {
    return new Override(key, value, "--compare");
  }

  /**
   * Returns the keys and values that all sides have in common, in the form of a deployment file.
   */
  public static Map<String, String> common(List<Side> sides) {
    Map<String, String> common = new LinkedHashMap<>(values(sides.getFirst()));
    for (Side side : sides) {
      common.entrySet().retainAll(values(side).entrySet());
    }
    return common;
  }

  private static Map<String, String> values(Side side) {
    return lines(DeploymentText.render(side.deployment()));
  }

  private static Map<String, String> values(Settings settings) {
    return lines(DeploymentText.render(settings));
  }

  /**
   * Returns the lines of the canonical text, which has one key and value a line; only a range
   * placement has more.
   */
  private static Map<String, String> lines(String canonical) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : canonical.split("\n")) {
      int equals = line.indexOf(" = ");
      if (equals > 0 && line.startsWith("  ") && !line.startsWith("   ")) {
        values.put(line.substring(2, equals), unquoted(line.substring(equals + 3)));
      }
    }
    return values;
  }

  private static String unquoted(String value) {
    return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
        ? value.substring(1, value.length() - 1)
        : value;
  }
}
