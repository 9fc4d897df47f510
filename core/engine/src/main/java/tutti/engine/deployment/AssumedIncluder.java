package tutti.engine.deployment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOriginFactory;
import com.typesafe.config.ConfigParseOptions;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Includes files as {@link Assumed} reads them: with the word of {@code assume} set apart from its
 * group. A file that cannot be read in this way must not contain the key, since the word or the
 * group would be lost.
 *
 * <p>HOCON reads a missing file as an empty one, and the library overflows the stack at a file that
 * includes itself; both are refused here.
 *
 * @param from the file that includes; null if it is in no folder
 * @param outer the files that have included it, the outermost first
 * @param others includes everything that this includer does not
 */
record AssumedIncluder(@Nullable Path from, List<Path> outer, @Nullable ConfigIncluder others)
    implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {

  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return new AssumedIncluder(
        from, outer, others == null ? fallback : others.withFallback(fallback));
  }

  private ConfigIncluder other() {
    return Objects.requireNonNull(others, "the library adds its own");
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    Config found = from == null ? null : read(from.resolveSibling(what));
    if (found != null) {
      return found.root();
    }
    ConfigObject elsewhere = without(other().include(context, what), what);
    if (from != null && elsewhere.isEmpty()) {
      throw new ConfigException.Generic(from + " includes " + what + ", which is not there");
    }
    return elsewhere;
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    Config found = read(what.toPath());
    return found == null
        ? without(((ConfigIncluderFile) other()).includeFile(context, what), what.toString())
        : found.root();
  }

  @Override
  public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
    return without(((ConfigIncluderURL) other()).includeURL(context, what), what.toString());
  }

  @Override
  public ConfigObject includeResources(ConfigIncludeContext context, String what) {
    return without(((ConfigIncluderClasspath) other()).includeResources(context, what), what);
  }

  /** Reads the files with this name, with any of the endings; returns null if there is none. */
  private @Nullable Config read(Path named) {
    Config all = null;
    for (String ending : List.of("", ".conf", ".json", ".properties")) {
      Path file = named.resolveSibling(named.getFileName() + ending);
      if (file.toString().matches(".*\\.(conf|json|properties)") && Files.isRegularFile(file)) {
        Config one = one(file);
        all = all == null ? one : all.withFallback(one);
      }
    }
    return all;
  }

  private Config one(Path file) {
    List<Path> including = new ArrayList<>(outer);
    if (from != null) {
      including.add(from.toAbsolutePath().normalize());
    }
    if (including.contains(file.toAbsolutePath().normalize())) {
      throw new ConfigException.Generic(file + " includes itself");
    }
    if (file.toString().endsWith(".properties")) {
      return without(ConfigFactory.parseFile(file.toFile()).root(), file.toString()).toConfig();
    }
    try {
      return Assumed.parse(
          Files.readString(file),
          ConfigParseOptions.defaults().setOriginDescription(file.toString()),
          file,
          including);
    } catch (IOException unreadable) {
      throw new ConfigException.IO(
          ConfigOriginFactory.newFile(file.toString()),
          DeploymentReader.unreadable(unreadable),
          unreadable);
    }
  }

  private static ConfigObject without(ConfigObject included, String what) {
    boolean within =
        included.get(DeploymentReader.ROOT) instanceof ConfigObject tutti
            && tutti.containsKey(DeploymentKeys.ASSUME);
    if (within || included.containsKey(DeploymentKeys.ASSUME)) {
      throw new ConfigException.Generic(
          "assume stands in "
              + what
              + ", which is included and is no file that ends in .conf or .json: write it in one"
              + " that is, or in the file that includes it");
    }
    return included;
  }
}
