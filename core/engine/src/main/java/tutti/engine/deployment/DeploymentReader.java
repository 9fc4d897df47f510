package tutti.engine.deployment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Reading.Problem;
import tutti.engine.deployment.text.KeyLines;

/**
 * Reads deployment files (docs/rulings.md#contracts): HOCON, all keys under {@code tutti { … }}.
 * The command line's settings go over the file's, and those over the defaults. All problems are
 * found in one pass, each with its file and line. Thread-safe.
 */
public final class DeploymentReader {
  static final String ROOT = "tutti";
  private static final String NODES_PATH = ROOT + "." + DeploymentKeys.NODES;

  private DeploymentReader() {}

  /**
   * A value given outside the file.
   *
   * @param key below {@code tutti}, or with it
   * @param value as in the file
   * @param from how to name the place to a person: {@code --containers}, {@code -D}
   */
  public record Override(String key, String value, String from) {}

  /**
   * Returns overrides that are given together, on one command line, in an order in which none takes
   * the place of another: an integrated protocol, which takes that of what it replaces, is first.
   */
  public static List<Override> together(List<Override> given) {
    return Stream.concat(
            given.stream().filter(Integrated::chosenBy),
            given.stream().filter(each -> !Integrated.chosenBy(each)))
        .toList();
  }

  /** The problem of a text in which the library's parser overflows the stack. */
  static final String TOO_DEEP = "braces or brackets stand in each other too deeply";

  /**
   * Reads a file, and puts the overrides over it, later ones over earlier ones.
   *
   * @param file null for none: then the overrides are put over the defaults
   */
  public static Reading read(@Nullable Path file, List<Override> overrides) {
    return read(file, Map.of(), overrides);
  }

  /**
   * Reads a file. The overrides replace its values, later overrides those of earlier ones; the
   * application's defaults apply where neither sets a key.
   *
   * @param file the file; null for none
   * @param usually the application's defaults, which replace the general defaults
   */
  public static Reading read(
      @Nullable Path file, Map<String, String> usually, List<Override> overrides) {
    if (file != null && !Files.isRegularFile(file)) {
      return failed(
          file.toString(), Files.exists(file) ? "it is no regular file" : "there is no such file");
    }
    try {
      // Before the library reads it, which takes any bytes for UTF-8.
      String text = file == null ? "" : Files.readString(file);
      Config config =
          file == null
              ? ConfigFactory.empty()
              : ConfigFactory.parseFile(
                  file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
      config = over(usually, config);
      String name = file == null ? "deployment" : file.toString();
      return interpret(config, text, file, overrides, name);
    } catch (ConfigException malformed) {
      return failed(malformed, textOf(file), String.valueOf(file));
    } catch (IOException unreadable) {
      return failed(String.valueOf(file), unreadable(unreadable));
    } catch (StackOverflowError deep) {
      return failed(String.valueOf(file), TOO_DEEP);
    }
  }

  /**
   * Returns a warning of keys of a file that overrides make meaningless, in words for a person;
   * null if there are none.
   */
  public static @Nullable String replaced(@Nullable Path file, List<Override> overrides) {
    return Integrated.replaced(file, overrides);
  }

  /**
   * Reads the text of a deployment file.
   *
   * @param name how to name the text to a person
   */
  public static Reading parse(String text, String name) {
    return parse(text, name, List.of());
  }

  /**
   * Reads the text of a deployment file, and puts the overrides over it.
   *
   * @param name how to name the text to a person
   */
  public static Reading parse(String text, String name, List<Override> overrides) {
    return parse(text, name, Map.of(), overrides);
  }

  /**
   * Reads the text of a deployment file, puts the overrides over it, and under it the application's
   * usual settings.
   *
   * @param name how to name the text to a person
   * @param usually keys and values, over the defaults
   */
  public static Reading parse(
      String text, String name, Map<String, String> usually, List<Override> overrides) {
    try {
      Config config =
          ConfigFactory.parseString(text, ConfigParseOptions.defaults().setOriginDescription(name));
      return interpret(over(usually, config), text, null, overrides, name);
    } catch (ConfigException malformed) {
      return failed(malformed, text, name);
    } catch (StackOverflowError deep) {
      return failed(name, TOO_DEEP);
    }
  }

  private static Reading interpret(
      Config file, String text, @Nullable Path at, List<Override> overrides, String name) {
    Config config = Assumed.apart(file.resolve(), text, name, at);
    Map<String, Integer> nodeLines =
        NodesReader.lines(config.hasPath(NODES_PATH) ? config.getValue(NODES_PATH) : null);
    Problems problems = new Problems(name);
    Integrated.refuseBoth(config, problems);
    for (Override override : overrides) {
      Config over = over(override);
      config = Assumed.over(over, Integrated.over(over, config));
    }
    if (problems.found().isEmpty()) {
      Integrated.refuseBoth(config, problems);
    }
    NodesReader.findTwice(text, problems);
    Map<String, Object> values = new HashMap<>();
    for (Map.Entry<String, ConfigValue> top : inOrder(config.root())) {
      if (!top.getKey().equals(ROOT)) {
        problems.at(
            top.getValue(),
            "'%s' stands outside 'tutti { … }', where every key belongs",
            top.getKey());
      } else if (top.getValue() instanceof ConfigObject tutti) {
        new Walk(values, problems, nodeLines).object("", tutti);
        Assumed.contradictions(values, config, problems);
      } else {
        problems.at(top.getValue(), "'tutti' must be an object: tutti { … }");
      }
    }
    if (problems.found().isEmpty()) {
      Settings settings = Assembly.settings(values);
      Assembly.contradictions(settings, problems);
      if (problems.found().isEmpty()) {
        return new Reading.Valid(settings);
      }
    }
    return new Reading.Invalid(List.copyOf(problems.found()));
  }

  /** Returns a configuration over the application's usual settings. */
  private static Config over(Map<String, String> usually, Config given) {
    Config config = given;
    for (Map.Entry<String, String> each : usually.entrySet()) {
      if (!Integrated.replaces(each.getKey(), config)) {
        config =
            config.withFallback(
                over(new Override(each.getKey(), each.getValue(), Integrated.APPLICATION)));
      }
    }
    return config;
  }

  /** An override as a configuration of its own. */
  private static Config over(Override override) {
    String path =
        override.key().startsWith(ROOT + ".") ? override.key() : ROOT + "." + override.key();
    String from = override.from();
    boolean structured = override.value().startsWith("[") || override.value().startsWith("{");
    if (structured || path.startsWith(ROOT + "." + DeploymentKeys.PLACEMENT + ".")) {
      try {
        return ConfigFactory.parseString(
            path + " = " + override.value(),
            ConfigParseOptions.defaults().setOriginDescription(from));
      } catch (ConfigException notHocon) {
        // Then it is plain text, and the expected value is told as for any other key.
      }
    }
    ConfigValue value = ConfigValueFactory.fromAnyRef(override.value(), from);
    List<String> keys;
    try {
      keys = ConfigUtil.splitPath(path);
    } catch (ConfigException.BadPath notAPath) {
      keys = List.of(ROOT, override.key());
    }
    for (String key : keys.reversed()) {
      value = ConfigValueFactory.fromMap(Map.of(key, value), from);
    }
    return ((ConfigObject) value).toConfig();
  }

  /** The library's message; where a brace is missing, which one it is that is not closed. */
  private static Reading failed(ConfigException malformed, String text, String name) {
    String unbalanced =
        malformed instanceof ConfigException.Parse ? KeyLines.of(text).unbalanced() : null;
    return unbalanced == null
        ? failed(place(malformed.origin(), name), plain(malformed))
        : failed(name, unbalanced);
  }

  /** The text of a file; empty if it cannot be read. */
  private static String textOf(@Nullable Path file) {
    try {
      return file == null ? "" : Files.readString(file);
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** The reason why a file's text cannot be had. */
  static String unreadable(IOException failure) {
    return failure instanceof CharacterCodingException
        ? "it is no text in UTF-8: save it in that encoding"
        : "it cannot be read as a file";
  }

  private static Reading failed(String where, String message) {
    return new Reading.Invalid(List.of(new Problem(where, message)));
  }

  /** The file and line, as far as they are known. */
  static String place(@Nullable ConfigOrigin origin, String name) {
    if (origin == null) {
      return name;
    }
    String file =
        origin.filename() != null
            ? named(Path.of(origin.filename()), Path.of(name))
            : origin.description().replaceAll(": \\d+$", "");
    return origin.lineNumber() > 0 ? file + ":" + origin.lineNumber() : file;
  }

  /** A file that the one that was asked for is, or includes: as seen from there. */
  private static String named(Path file, Path asked) {
    Path folder = asked.toAbsolutePath().normalize().getParent();
    Path absolute = file.toAbsolutePath().normalize();
    return folder != null && absolute.startsWith(folder)
        ? asked.resolveSibling(folder.relativize(absolute)).toString()
        : absolute.toString();
  }

  /** The library's message without the place, which is said once, in front. */
  static String plain(ConfigException malformed) {
    String message = String.valueOf(malformed.getMessage());
    ConfigOrigin origin = malformed.origin();
    if (origin != null && message.startsWith(origin.description() + ": ")) {
      message = message.substring(origin.description().length() + 2);
    }
    return message;
  }

  /** Returns the entries as they are in the file. */
  static List<Map.Entry<String, ConfigValue>> inOrder(ConfigObject object) {
    List<Map.Entry<String, ConfigValue>> entries = new ArrayList<>(object.entrySet());
    entries.sort(
        (a, b) -> {
          int line =
              Integer.compare(
                  a.getValue().origin().lineNumber(), b.getValue().origin().lineNumber());
          return line != 0 ? line : a.getKey().compareTo(b.getKey());
        });
    return entries;
  }

  /** The text of a plain value, or null if it is a list or an object. */
  static @Nullable String plainText(ConfigValue value) {
    return switch (value.valueType()) {
      case STRING, NUMBER, BOOLEAN -> String.valueOf(value.unwrapped());
      case NULL -> "null";
      case LIST, OBJECT -> null;
    };
  }
}
