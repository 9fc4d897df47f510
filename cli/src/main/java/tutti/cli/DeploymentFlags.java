package tutti.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Keys;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;

/**
 * The flags that say how an application runs, the same for every command that takes a deployment:
 * {@code --deployment}, {@code -D}, and one flag for each key at the top of the file (DESIGN §6).
 */
final class DeploymentFlags {
  private static final String FILE = "--deployment";
  private static final String SETTING = "-D";

  private DeploymentFlags() {}

  /** Gives {@code command} these flags. */
  static void addTo(CommandSpec command) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .heading("%nDeployment (docs/operations.md lists every key):%n")
            .order(100)
            .validate(false)
            .addArg(
                OptionSpec.builder(FILE)
                    .paramLabel("FILE")
                    .type(Path.class)
                    .description("Read the deployment from this file.")
                    .build())
            .addArg(
                OptionSpec.builder(SETTING)
                    .paramLabel("tutti.KEY=VALUE")
                    .type(LinkedHashMap.class)
                    .auxiliaryTypes(String.class, String.class)
                    .description("Set any key, over the file.")
                    .build());
    for (Keys.Description key : topLevel()) {
      group.addArg(
          OptionSpec.builder("--" + key.path())
              .paramLabel("VALUE")
              .type(String.class)
              .description(
                  key.summary().replace("%", "%%")
                      + "%n"
                      + key.expected().replace("%", "%%")
                      + ". Default: "
                      + key.usual())
              .build());
    }
    command.addArgGroup(group.build());
  }

  /** The keys that are flags of their own. */
  static List<Keys.Description> topLevel() {
    return Keys.describe().stream().filter(key -> !key.path().contains(".")).toList();
  }

  /**
   * What the command line says.
   *
   * @param more overrides that other flags stand for
   * @throws Failure with every problem, if a key or value is wrong
   */
  static Settings read(CommandSpec command, List<Override> more) {
    List<Override> overrides = overrides(command);
    overrides.addAll(more);
    return settings(DeploymentReader.read(file(command), overrides));
  }

  /**
   * A deployment, with what the command line says over it; the file replaces it as a whole.
   *
   * @throws Failure with every problem, if a key or value is wrong
   */
  static Deployment over(CommandSpec command, Deployment given) {
    List<Override> overrides = overrides(command);
    Path file = file(command);
    if (file == null && overrides.isEmpty()) {
      return given;
    }
    return settings(
            file == null
                ? DeploymentReader.parse(DeploymentText.render(given), "deployment", overrides)
                : DeploymentReader.read(file, overrides))
        .deployment();
  }

  private static @Nullable Path file(CommandSpec command) {
    return command.commandLine().getParseResult().matchedOptionValue(FILE, null);
  }

  private static List<Override> overrides(CommandSpec command) {
    ParseResult parsed = command.commandLine().getParseResult();
    List<Override> overrides = new ArrayList<>();
    Map<String, String> settings = parsed.matchedOptionValue(SETTING, Map.of());
    settings.forEach((key, value) -> overrides.add(new Override(key, value, SETTING)));
    for (Keys.Description key : topLevel()) {
      String flag = "--" + key.path();
      @Nullable String value = parsed.matchedOptionValue(flag, null);
      if (value != null) {
        overrides.add(new Override(key.path(), value, flag));
      }
    }
    return overrides;
  }

  private static Settings settings(Reading reading) {
    return switch (reading) {
      case Reading.Valid(Settings valid) -> valid;
      case Reading.Invalid(List<Reading.Problem> problems) ->
          throw new Failure(
              ExitStatus.USAGE,
              problems.stream().map(Object::toString).collect(Collectors.joining("\ntutti: ")));
    };
  }
}
