package tutti.engine.deployment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.DeploymentReader.Override;

/**
 * The settings of integrated protocols, and the rules of the key {@code integrated}, which does the
 * work of several other keys. In one file with such a key, {@code integrated} is refused; on the
 * command line, it replaces the keys of a file.
 */
public final class Integrated {
  /** The origin of an application's usual settings. */
  static final String APPLICATION = "application";

  private static final String NONE = "none";

  /**
   * The settings of TAPIR.
   *
   * @param strict true if a transaction is valid only if all that it has read is the newest, so
   *     that transactions are strictly serializable; false if transactions are validated by their
   *     timestamps alone
   * @param recoverAfter the silence after which a coordinator is taken for dead
   */
  public record Tapir(boolean strict, Duration recoverAfter) {
    /** The settings of a deployment that says nothing about it. */
    public static final Tapir USUAL = new Tapir(true, Duration.ofSeconds(1));
  }

  /**
   * The settings of Janus.
   *
   * @param recoverAfter the silence after which a coordinator is taken for dead
   */
  public record Janus(Duration recoverAfter) {
    /** The settings of a deployment that says nothing about it. */
    public static final Janus USUAL = new Janus(Duration.ofSeconds(1));

    private static final long MOST_BYTES = 1 << 20;

    /** The share of a segment of the log that the values of a transaction may have. */
    private static final long OF_A_SEGMENT = 4;

    /**
     * Returns the most bytes of the values that a transaction reads, and the most bytes of those
     * that it writes: each set is one record of a log. All hosts refuse the same transactions.
     *
     * @param segmentBytes the size of the log's segments
     */
    public static int mostBytes(long segmentBytes) {
      return (int) Math.min(MOST_BYTES, segmentBytes / OF_A_SEGMENT);
    }
  }

  private Integrated() {}

  private static String path(String key) {
    return DeploymentReader.ROOT + "." + key;
  }

  /** Whether an override is that of the protocol. */
  static boolean chosenBy(Override each) {
    return each.key().equals(DeploymentKeys.INTEGRATED)
        || each.key().equals(path(DeploymentKeys.INTEGRATED));
  }

  /** Whether settings ask for an integrated protocol. */
  private static boolean asks(Config config) {
    String key = path(DeploymentKeys.INTEGRATED);
    return config.hasPath(key) && !NONE.equals(config.getValue(key).unwrapped());
  }

  /** Whether a key means nothing, since settings ask for an integrated protocol. */
  static boolean replaces(String key, Config config) {
    return DeploymentKeys.REPLACED.contains(key) && asks(config);
  }

  /** The settings that an override is put over: without the keys that it takes the place of. */
  static Config over(Config override, Config rest) {
    Config left = rest;
    if (asks(override)) {
      for (String key : DeploymentKeys.REPLACED) {
        left = left.withoutPath(path(key));
      }
    }
    return left;
  }

  /** Adds a problem for each key that stands beside an integrated protocol, which has its own. */
  static void refuseBoth(Config config, Problems problems) {
    if (!asks(config)) {
      return;
    }
    String protocol = String.valueOf(config.getValue(path(DeploymentKeys.INTEGRATED)).unwrapped());
    for (String key : DeploymentKeys.REPLACED) {
      if (config.hasPath(path(key))) {
        ConfigValue value = config.getValue(path(key));
        problems.at(
            value,
            "%s does not go with integrated = %s, which does its work: delete '%s = %s', or say"
                + " integrated = none",
            key,
            protocol,
            key,
            value.unwrapped());
      }
    }
  }

  /**
   * Returns the warning that a command line's protocol takes the place of keys of a file, which it
   * names; null if it does not.
   */
  static @Nullable String replaced(@Nullable Path file, List<Override> overrides) {
    String protocol = null;
    for (Override each : overrides) {
      protocol = chosenBy(each) ? each.value() : protocol;
    }
    if (file == null || protocol == null || protocol.equals(NONE)) {
      return null;
    }
    List<String> replaced = new ArrayList<>();
    try {
      Config config =
          ConfigFactory.parseFile(file.toFile(), ConfigParseOptions.defaults()).resolve();
      for (String key : DeploymentKeys.REPLACED) {
        if (config.hasPath(path(key))) {
          replaced.add(key + " = " + config.getValue(path(key)).unwrapped());
        }
      }
    } catch (ConfigException malformed) {
      // The reader tells of it.
      return null;
    }
    return replaced.isEmpty()
        ? null
        : "integrated = "
            + protocol
            + " takes the place of "
            + String.join(", ", replaced)
            + " of "
            + file;
  }
}
