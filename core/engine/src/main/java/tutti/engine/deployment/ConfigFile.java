package tutti.engine.deployment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Reading.Problem;
import tutti.engine.deployment.text.Units;
import tutti.model.text.NearestName;

/**
 * A HOCON file that is no deployment, read key by key: all its keys are in one object of a known
 * name, such as {@code network { … }}, or, where that name is empty, in no object. The reader asks
 * for values and gets a harmless one in place of each that is wrong; all problems are in {@link
 * #problems}, each with its file and line. Not thread-safe.
 */
public final class ConfigFile {
  private final Problems problems;
  private final Section root;

  private ConfigFile(Config config, String name, String rootName) {
    this.problems = new Problems(name);
    if (rootName.isEmpty()) {
      root = new Section("", config.root());
      return;
    }
    ConfigObject found = null;
    for (Map.Entry<String, ConfigValue> top : DeploymentReader.inOrder(config.root())) {
      if (!top.getKey().equals(rootName)) {
        problems.at(
            top.getValue(),
            "'%s' stands outside '%s { … }', where every key belongs",
            top.getKey(),
            rootName);
      } else if (top.getValue() instanceof ConfigObject object) {
        found = object;
      } else {
        problems.at(top.getValue(), "'%1$s' must be an object: %1$s { … }", rootName);
      }
    }
    if (found == null && problems.found().isEmpty()) {
      problems.add("there is no '%s { … }' in it", rootName);
    }
    root = new Section("", found == null ? ConfigFactory.empty().root() : found);
  }

  /**
   * Reads a file.
   *
   * @param root the object that contains all keys; empty if none does
   * @throws IllegalArgumentException if the file does not exist or is no HOCON; the message names
   *     the place
   */
  public static ConfigFile read(Path file, String root) {
    try {
      return parse(Files.readString(file), file.toString(), root);
    } catch (IOException missing) {
      throw new IllegalArgumentException(
          file + ": " + DeploymentReader.unreadable(missing), missing);
    }
  }

  /**
   * Reads a text.
   *
   * @param name the name of the text in messages to a person
   * @param root the object that contains all keys; empty if none does
   * @throws IllegalArgumentException if the text is no HOCON; the message names the place
   */
  public static ConfigFile parse(String text, String name, String root) {
    try {
      Config config =
          ConfigFactory.parseString(text, ConfigParseOptions.defaults().setOriginDescription(name));
      return new ConfigFile(config.resolve(), name, root);
    } catch (ConfigException malformed) {
      throw new IllegalArgumentException(
          new Problem(
                  DeploymentReader.place(malformed.origin(), name),
                  DeploymentReader.plain(malformed))
              .toString(),
          malformed);
    } catch (StackOverflowError deep) {
      throw new IllegalArgumentException(
          new Problem(name, DeploymentReader.TOO_DEEP).toString(), deep);
    }
  }

  public Section root() {
    return root;
  }

  /** Returns all problems that were found with the keys read so far. */
  public List<Problem> problems() {
    return List.copyOf(problems.found());
  }

  /**
   * Checks for problems; called once all keys were asked for.
   *
   * @throws IllegalArgumentException if anything was wrong; the message has a line for each problem
   */
  public void check() {
    if (!problems.found().isEmpty()) {
      throw new IllegalArgumentException(
          String.join("\n", problems.found().stream().map(Problem::toString).toList()));
    }
  }

  /** An object of the file. */
  public final class Section {
    private final String path;
    private final ConfigObject object;

    private Section(String path, ConfigObject object) {
      this.path = path;
      this.object = object;
    }

    /** Returns the keys as they are in the file. */
    public List<String> keys() {
      return DeploymentReader.inOrder(object).stream().map(Map.Entry::getKey).toList();
    }

    public boolean has(String key) {
      return object.containsKey(key);
    }

    /** Every other key is a problem, which names the one that was probably meant. */
    public void only(List<String> known) {
      for (String key : keys()) {
        ConfigValue value = object.get(key);
        if (!known.contains(key) && value != null) {
          String hint =
              NearestName.among(known, key)
                  .map(near -> "did you mean '" + full(near) + "'?")
                  .orElseGet(() -> "there are " + String.join(", ", known));
          problems.at(value, "unknown key '%s'; %s", full(key), hint);
        }
      }
    }

    /** Adds a problem with the value of a key, or with the section if it has no such key. */
    public void problem(String key, String message) {
      ConfigValue value = object.get(key);
      problems.at(value == null ? object : value, "%s: %s", full(key), message);
    }

    /** An object inside this one; an empty one after a problem. */
    public Section section(String key) {
      ConfigValue value = object.get(key);
      if (value instanceof ConfigObject inner) {
        return new Section(full(key), inner);
      }
      problem(key, value == null ? "is missing: " + key + " { … }" : "must be an object { … }");
      return new Section(full(key), ConfigFactory.empty().root());
    }

    /** Whether the value of a key is an object. */
    public boolean isSection(String key) {
      return object.get(key) instanceof ConfigObject;
    }

    /** Whether the value of a key is a list. */
    public boolean isList(String key) {
      return object.get(key) instanceof ConfigList;
    }

    /** A text; empty after a problem. */
    public String text(String key) {
      ConfigValue value = object.get(key);
      String text = value == null ? null : DeploymentReader.plainText(value);
      if (text == null) {
        problem(key, value == null ? "is missing" : "must be a text");
        return "";
      }
      return text;
    }

    /** A number from {@code least} to {@code most}; {@code least} after a problem. */
    public double number(String key, double least, double most) {
      String text = text(key);
      if (text.isEmpty()) {
        return least;
      }
      // Java takes 100d and 0x1p3, too.
      if (text.matches("-?[0-9]{1,15}(\\.[0-9]{1,15})?([eE]-?[0-9]{1,2})?")) {
        double number = Double.parseDouble(text);
        if (number >= least && number <= most) {
          return number;
        }
      }
      problem(
          key,
          "'" + text + "' is no number from " + plainNumber(least) + " to " + plainNumber(most));
      return least;
    }

    /** A whole number from {@code least} to {@code most}; {@code least} after a problem. */
    public int count(String key, int least, int most) {
      double number = number(key, least, most);
      if (number != Math.rint(number)) {
        problem(key, "'" + text(key) + "' is no whole number");
        return least;
      }
      return (int) number;
    }

    /** A duration in nanoseconds; 0 after a problem. */
    public long nanos(String key) {
      String text = text(key);
      return text.isEmpty() ? 0 : nanos(key, text);
    }

    private long nanos(String key, String text) {
      Duration duration = Units.duration(text);
      if (duration == null) {
        problem(key, "'" + text + "' is no duration such as 250us, 1.5ms or 2s");
        return 0;
      }
      return duration.toNanos();
    }

    /** A size in bytes; 0 after a problem. */
    public long bytes(String key) {
      String text = text(key);
      Long bytes = text.isEmpty() ? null : Units.bytes(text);
      if (bytes == null && !text.isEmpty()) {
        problem(key, "'" + text + "' is no size such as 64KiB, 10MB or 1GiB");
      }
      return bytes == null ? 0 : bytes;
    }

    /** A list of texts; empty after a problem. */
    public List<String> texts(String key) {
      ConfigValue value = object.get(key);
      List<String> texts = new ArrayList<>();
      if (value instanceof ConfigList list) {
        for (ConfigValue each : list) {
          String text = DeploymentReader.plainText(each);
          if (text != null) {
            texts.add(text);
          }
        }
        if (texts.size() == list.size()) {
          return List.copyOf(texts);
        }
      }
      problem(key, value == null ? "is missing: " + key + " = [a, b]" : "must be a list [a, b]");
      return List.of();
    }

    /** A list of durations in nanoseconds; empty after a problem. */
    public List<Long> nanosList(String key) {
      return texts(key).stream().map(text -> nanos(key, text)).toList();
    }

    private String full(@Nullable String key) {
      return path.isEmpty() ? String.valueOf(key) : path + "." + key;
    }
  }

  private static String plainNumber(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
