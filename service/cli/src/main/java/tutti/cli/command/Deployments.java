package tutti.cli.command;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.ServerSettings;
import tutti.engine.deployment.Settings;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.node.fit.MachineShare;
import tutti.engine.node.fit.PlacementFit;
import tutti.engine.node.fit.ReplicationFit;
import tutti.model.Application;

/** Reads the deployment of {@link DeploymentFlags}, or ends the command with all its mistakes. */
public final class Deployments {
  private Deployments() {}

  /**
   * Reads the settings of the command line.
   *
   * @param more overrides from other flags
   * @throws Failure with every problem, if a key or value is wrong
   */
  public static Settings read(CommandSpec command, List<Override> more) {
    return settings(DeploymentFlags.of(command).read(List.of(), more));
  }

  /**
   * Does as {@link #read(CommandSpec, List)} does, for an application: some have defaults of their
   * own for the deployment, and some do what not every deployment can.
   */
  public static Settings read(CommandSpec command, Application application, List<Override> more) {
    Settings settings =
        settings(DeploymentFlags.of(command).read(application.usually(), List.of(), more));
    List<String> obstacles = IrrevocableFit.obstacles(application, settings.deployment());
    if (!obstacles.isEmpty()) {
      throw new Failure(ExitStatus.USAGE, String.join("\ntutti: ", obstacles));
    }
    return settings;
  }

  /**
   * Does as {@link #read} does without more overrides, and writes warnings to the command's errors.
   */
  public static Settings readAndWarn(CommandSpec command) {
    return warned(command, read(command, List.of()));
  }

  /** Does as {@link #readAndWarn(CommandSpec)} does, for an application. */
  public static Settings readAndWarn(CommandSpec command, Application application) {
    Settings settings = warned(command, read(command, application, List.of()));
    warnOfPlacement(command, application, settings.deployment());
    return settings;
  }

  /**
   * Returns why a deployment cannot serve an application whose rules read something of the caller;
   * null if its services know their callers, or no rule does.
   */
  public static @Nullable String lacksCallers(Application application, ServerSettings server) {
    List<String> places = application.readsOfCaller();
    if (places.isEmpty() || !server.access().isOpen()) {
      return null;
    }
    return "the rules at "
        + String.join(", ", places)
        + " read the caller, and this deployment knows no callers: every request would be one of"
        + " nobody. Name security.roles and security.keys, for which 'tutti key make' makes keys"
        + " (docs/security.md)";
  }

  /** Writes a warning if the deployment places actors that the application does not have. */
  public static void warnOfPlacement(
      CommandSpec command, Application application, Deployment deployment) {
    warn(command, PlacementFit.unknown(application, deployment));
  }

  private static Settings warned(CommandSpec command, Settings settings) {
    Deployment deployment = settings.deployment();
    warnOfReplaced(command);
    warn(
        command,
        MachineShare.tooManyExecutors(deployment, Runtime.getRuntime().availableProcessors()));
    warn(command, ReplicationFit.useless(deployment));
    return settings;
  }

  /** Writes a warning if flags make keys of the deployment file meaningless. */
  public static void warnOfReplaced(CommandSpec command) {
    warn(command, DeploymentFlags.of(command).replaced());
  }

  private static void warn(CommandSpec command, @Nullable String warning) {
    if (warning != null) {
      command.commandLine().getErr().println("tutti: warning: " + warning);
    }
  }

  /**
   * Returns a deployment with the command line's settings in place of its own; a file replaces the
   * deployment as a whole.
   *
   * @throws Failure with every problem, if a key or value is wrong
   */
  public static Deployment over(CommandSpec command, Deployment given) {
    DeploymentFlags flags = DeploymentFlags.of(command);
    return flags.absent() ? given : settings(flags.over(given)).deployment();
  }

  /**
   * Returns the settings that were read.
   *
   * @throws Failure with every problem, if a key or value is wrong
   */
  public static Settings settings(Reading reading) {
    return switch (reading) {
      case Reading.Valid(Settings valid) -> valid;
      case Reading.Invalid invalid -> throw new Failure(ExitStatus.USAGE, problems(invalid));
    };
  }

  /** Returns the problems of a deployment, each in a line. */
  public static String problems(Reading.Invalid invalid) {
    return invalid.problems().stream()
        .map(Object::toString)
        .collect(Collectors.joining("\ntutti: "));
  }
}
