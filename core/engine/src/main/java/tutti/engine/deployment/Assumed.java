package tutti.engine.deployment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Assumption;

/**
 * Reads {@code assume}, which is a word, and a group of keys besides. HOCON keeps only the later
 * one of a word and an object of one name, and forgets the other in silence; so the word is read
 * under a name of its own.
 */
final class Assumed {
  private static final String GROUP = DeploymentReader.ROOT + "." + DeploymentKeys.ASSUME;
  private static final String BOUND = DeploymentReader.ROOT + "." + DeploymentKeys.DELAY_BOUND;
  private static final String WORD =
      DeploymentReader.ROOT + "." + ConfigUtil.quoteString(DeploymentKeys.ASSUME_WORD);

  /** The key where it is given a value that is no object. */
  private static final Pattern GIVEN_A_WORD =
      Pattern.compile("(?<![\\w-])(\"?)assume\\1(?=\\s*[:=]\\s*[^\\s{])");

  private Assumed() {}

  /**
   * Returns the file with the word and the group of {@code assume} set apart, wherever the two
   * stand in the file and in the files that it includes.
   *
   * @param text the text of the file
   * @param name the name of the file in messages
   * @param at the place of the file; null if it is in no folder
   */
  static Config apart(Config file, String text, String name, @Nullable Path at) {
    Config both =
        parse(text, ConfigParseOptions.defaults().setOriginDescription(name), at, List.of())
            .resolveWith(file, ConfigResolveOptions.defaults().setAllowUnresolved(true));
    if (!both.hasPath(GROUP) && !both.hasPath(WORD)) {
      return file;
    }
    Config apart = file.withoutPath(GROUP);
    for (String path : List.of(GROUP, WORD)) {
      apart = both.hasPath(path) ? apart.withValue(path, both.getValue(path)) : apart;
    }
    return apart;
  }

  /**
   * The text of a file with the word under its own name.
   *
   * @param at where the file is; null if nowhere
   * @param outer the files that have included it
   */
  static Config parse(
      String text, ConfigParseOptions options, @Nullable Path at, List<Path> outer) {
    String renamed = GIVEN_A_WORD.matcher(text).replaceAll('"' + DeploymentKeys.ASSUME_WORD + '"');
    return ConfigFactory.parseString(
        renamed, options.setIncluder(new AssumedIncluder(at, outer, null)));
  }

  /** Puts an override over the rest: it also replaces a setting that contradicts it. */
  static Config over(Config override, Config rest) {
    if (override.hasPath(BOUND)) {
      return override.withFallback(rest.withoutPath(WORD));
    }
    if (!override.hasPath(GROUP) || override.getValue(GROUP) instanceof ConfigObject) {
      return override.withFallback(rest);
    }
    ConfigValue word = override.getValue(GROUP);
    boolean unbounded = word.unwrapped().equals("asynchronous");
    return (unbounded ? rest.withoutPath(BOUND) : rest).withValue(WORD, word);
  }

  /** Adds the problem of a bound of delays where there is none. */
  static void contradictions(Map<String, Object> values, Config config, Problems problems) {
    if (values.get(DeploymentKeys.ASSUME) == Assumption.ASYNCHRONOUS
        && values.containsKey(DeploymentKeys.DELAY_BOUND)) {
      problems.at(
          config.getValue(BOUND),
          "assume = asynchronous says that messages may be late without bound, and"
              + " assume.delay-bound that they are not: leave one of them out");
    }
  }
}
