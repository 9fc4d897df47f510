package tutti.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.DeploymentKeys;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;

/**
 * The flags of an application's deployment, the same for every command that takes one: {@code
 * --deployment}, {@code -D}, and one flag for each key at the top of the file
 * (docs/rulings.md#contracts). A command has them by {@code modelTransformer =
 * DeploymentFlags.Adding.class}.
 */
public final class DeploymentFlags {
  private static final String FILE = "--deployment";
  private static final String SETTING = "-D";

  private final ParseResult parsed;

  private DeploymentFlags(ParseResult parsed) {
    this.parsed = parsed;
  }

  /** Returns the deployment flags that were given to a command that runs. */
  public static DeploymentFlags of(CommandSpec command) {
    return new DeploymentFlags(command.commandLine().getParseResult());
  }

  /** The transformer that gives a command these flags. */
  public static final class Adding implements IModelTransformer {
    @java.lang.Override
    public CommandSpec transform(CommandSpec command) {
      // A command that another transformer has added is transformed twice.
      if (command.findOption(FILE) != null) {
        return command;
      }
      ArgGroupSpec.Builder group =
          ArgGroupSpec.builder()
              .heading("%nDeployment (docs/keys.md lists every key):%n")
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
                      .description("Set any key, over the file; 'tutti.' may be left out.")
                      .build());
      for (DeploymentKeys.Description key : topLevel()) {
        // A command may use the name for a flag of its own, as bench does with --nodes.
        if (command.findOption(flag(key)) == null) {
          group.addArg(option(key));
        }
      }
      return command.addArgGroup(group.build());
    }

    private static OptionSpec option(DeploymentKeys.Description key) {
      OptionSpec.Builder option = OptionSpec.builder(flag(key)).paramLabel("VALUE");
      if (!key.choices().isEmpty()) {
        // The script of picocli's completion knows a flag's words by the label, so each has its
        // own.
        String label = key.path().substring(key.path().lastIndexOf('-') + 1);
        option.paramLabel(label.toUpperCase(Locale.ROOT)).completionCandidates(key.choices());
      }
      return option
          .type(String.class)
          .description(
              key.summary().replace("%", "%%")
                  + "%n"
                  + key.expected().replace("%", "%%")
                  + ". Default: "
                  + key.usual())
          .build();
    }
  }

  /** Returns the keys that are flags of their own. */
  public static List<DeploymentKeys.Description> topLevel() {
    return DeploymentKeys.describe().stream().filter(key -> !key.path().contains(".")).toList();
  }

  private static String flag(DeploymentKeys.Description key) {
    return "--" + key.path();
  }

  /** Returns the deployment file, or null if none was given. */
  public @Nullable Path file() {
    return parsed.matchedOptionValue(FILE, null);
  }

  /**
   * Returns the deployment that the flags describe.
   *
   * @param below values under these flags, over the file
   * @param above values over these flags
   */
  public Reading read(List<Override> below, List<Override> above) {
    return read(Map.of(), below, above);
  }

  /**
   * Returns the deployment that the flags describe.
   *
   * @param usually values under the file: the application's usual deployment
   * @param below values under these flags, over the file
   * @param above values over these flags
   */
  public Reading read(Map<String, String> usually, List<Override> below, List<Override> above) {
    List<Override> all = new ArrayList<>(below);
    all.addAll(overrides());
    all.addAll(above);
    return DeploymentReader.read(file(), usually, all);
  }

  /**
   * Returns a deployment with the values of these flags over it; a file replaces it as a whole. The
   * log of a drawn deployment may be smaller than a file can say, and stays so; its ranges fit no
   * other number of containers or shards, for which actors are placed by hash.
   */
  public Reading over(Deployment given) {
    if (file() != null) {
      return DeploymentReader.read(file(), overrides());
    }
    JournalSettings log = given.journal();
    JournalSettings written =
        new JournalSettings(
            log.segmentBytes(),
            Math.max(log.checkpointBytes(), log.segmentBytes()),
            log.flushPadding());
    Placement placement =
        says("containers") || says("shards.count") ? new Placement.Hash() : given.placement();
    Reading reading =
        DeploymentReader.parse(
            DeploymentText.render(given.toBuilder().journal(written).placement(placement).build()),
            "deployment",
            overrides());
    return reading instanceof Reading.Valid(Settings settings) && !says("journal.")
        ? new Reading.Valid(
            new Settings(settings.deployment().toBuilder().journal(log).build(), settings.server()))
        : reading;
  }

  /** Returns whether a key that begins so was set. */
  private boolean says(String key) {
    return overrides().stream()
        .anyMatch(each -> each.key().startsWith(key) || each.key().startsWith("tutti." + key));
  }

  /**
   * Returns a warning that flags make keys of the file meaningless, in words for a person; null if
   * they do not.
   */
  public @Nullable String replaced() {
    return DeploymentReader.replaced(file(), overrides());
  }

  /** Returns whether no flag was given. */
  public boolean absent() {
    return file() == null && overrides().isEmpty();
  }

  /** Returns the keys that were set, in the order in which they overrule each other. */
  private List<Override> overrides() {
    List<Override> overrides = new ArrayList<>();
    Map<String, String> settings = parsed.matchedOptionValue(SETTING, Map.of());
    settings.forEach((key, value) -> overrides.add(new Override(key, value, SETTING)));
    for (DeploymentKeys.Description key : topLevel()) {
      Object value = parsed.matchedOptionValue(flag(key), null);
      if (value instanceof String text) {
        overrides.add(new Override(key.path(), text, flag(key)));
      }
    }
    return DeploymentReader.together(overrides);
  }

  /** Returns all the flags again, for the command line of another process. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (file() != null) {
      arguments.addAll(List.of(FILE, String.valueOf(file())));
    }
    for (Override each : overrides()) {
      arguments.add(SETTING + each.key() + "=" + each.value());
    }
    return arguments;
  }
}
