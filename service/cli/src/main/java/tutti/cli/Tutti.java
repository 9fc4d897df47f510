package tutti.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.cli.application.CheckCommand;
import tutti.cli.application.ExplainCommand;
import tutti.cli.application.InitCommand;
import tutti.cli.application.LspCommand;
import tutti.cli.command.EngineLog;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.Terminal;
import tutti.cli.log.StandardStreams;
import tutti.cli.log.VisibleText;
import tutti.cli.operate.AuditCommand;
import tutti.cli.operate.BackupCommand;
import tutti.cli.operate.DataCommand;
import tutti.cli.operate.KeyCommand;
import tutti.cli.operate.QueryCommand;
import tutti.cli.operate.RestoreCommand;
import tutti.cli.operate.ShardCommand;
import tutti.cli.operate.TxnCommand;
import tutti.cli.operate.WhereCommand;
import tutti.cli.run.RunCommand;
import tutti.command.Errors;
import tutti.engine.runtime.Scheduler;
import tutti.model.text.PathText;

/** The {@code tutti} command. */
@Command(
    name = "tutti",
    mixinStandardHelpOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    header = {"Tutti, an actor database: every call is a transaction.", ""},
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer =
        """

        Start here:
          tutti run examples/bank          serve the bank on http://localhost:8080
          tutti init shop && tutti run shop  begin an application of your own

        'tutti help COMMAND' says more about each. The manual is in docs/.\
        """)
public final class Tutti implements Runnable {
  /** The commands that open nodes of their own, many of them one after another. */
  private static final Set<String> MEASURING = Set.of("bench", "calibrate");

  /** The flags of files that a command writes when it has its result, mostly after minutes. */
  private static final Set<String> RESULTS =
      Set.of("--out", "--html", "--trace", "--history", "--mutants-page");

  /** A number in decimal digits. */
  private static final Pattern PLAIN_NUMBER =
      Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?");

  @Spec private CommandSpec spec;

  @CommandLine.Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // Picocli shows the help itself.
  private boolean help;

  @CommandLine.Option(
      names = {"-V", "--version"},
      description = "Show the version.")
  private boolean version;

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    StandardStreams.begin();
    // Not on the thread that the launcher of Java has made: its stack is too small for some rows.
    Runnable command = () -> System.exit(commandLine().execute(arguments));
    Thread main = new Thread(null, command, "main", Scheduler.READING_STACK_BYTES);
    main.setUncaughtExceptionHandler((_, thrown) -> failed(thrown));
    main.start();
  }

  /** Ends the process as Java does where its own main thread fails, which this is not. */
  private static void failed(Throwable thrown) {
    try {
      String limit = Errors.limit(thrown);
      if (limit == null) {
        thrown.printStackTrace();
      } else {
        System.err.println("tutti: " + limit);
      }
    } finally {
      System.exit(ExitStatus.FAILED);
    }
  }

  /** The whole command for picocli: an error is one line, never a stack trace. */
  public static CommandLine commandLine() {
    return commandLine(CloneCommands.all());
  }

  /** The command without those of a clone, as an installed Tutti has it. */
  public static CommandLine installed() {
    return commandLine(Map.of());
  }

  /**
   * Returns the command with these commands of a clone, by their names. A command that is not in
   * the clone is replaced by one that explains how to get it.
   */
  private static CommandLine commandLine(Map<String, Class<?>> clone) {
    CommandLine command = new CommandLine(new Tutti());
    addCommands(command, clone);
    command.setParameterExceptionHandler(Tutti::wrongUsage);
    command.setExecutionExceptionHandler(Tutti::failure);
    command.setExecutionStrategy(Tutti::execute);
    command.setAbbreviatedOptionsAllowed(false);
    command.setOverwrittenOptionsAllowed(false);
    command.registerConverter(Path.class, Tutti::path);
    command.registerConverter(double.class, Tutti::number);
    command.registerConverter(Double.class, Tutti::number);
    command.setUsageHelpWidth(Terminal.helpWidth());
    Paragraphs.join(command);
    return command;
  }

  /** Adds the subcommands, in the order of the help. */
  private static void addCommands(CommandLine command, Map<String, Class<?>> clone) {
    for (String name :
        List.of(
            "run",
            "check",
            "explain",
            "bench",
            "calibrate",
            "simulate",
            "torture",
            "backup",
            "restore",
            "data",
            "key",
            "audit",
            "check-history",
            "query",
            "txn",
            "shard",
            "where",
            "init",
            "lsp",
            "install",
            "test",
            "help",
            "version",
            "warm-up")) {
      Class<?> type =
          switch (name) {
            case "run" -> RunCommand.class;
            case "check" -> CheckCommand.class;
            case "explain" -> ExplainCommand.class;
            case "backup" -> BackupCommand.class;
            case "restore" -> RestoreCommand.class;
            case "data" -> DataCommand.class;
            case "key" -> KeyCommand.class;
            case "audit" -> AuditCommand.class;
            case "query" -> QueryCommand.class;
            case "txn" -> TxnCommand.class;
            case "shard" -> ShardCommand.class;
            case "where" -> WhereCommand.class;
            case "init" -> InitCommand.class;
            case "lsp" -> LspCommand.class;
            case "help" -> HelpCommand.class;
            case "version" -> VersionCommand.class;
            case "warm-up" -> WarmUpCommand.class;
            default -> clone.getOrDefault(name, NotInstalled.class);
          };
      // As a command line of its own, since only then picocli applies the flags that are added.
      command.addSubcommand(name, new CommandLine(type));
    }
  }

  /** Reads a path. None is empty: Java takes that for the working folder, and so would a start. */
  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new CommandLine.TypeConversionException("expected a path, found ''");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException none) {
      throw new CommandLine.TypeConversionException(
          "expected a path, found '" + text + "': " + PathText.why(none));
    }
  }

  /** Reads a number as people write it. Java takes {@code 1d}, {@code 0x1p3} and NaN, too. */
  private static double number(String text) {
    if (!PLAIN_NUMBER.matcher(text).matches()) {
      throw new CommandLine.TypeConversionException("expected a number, found '" + text + "'");
    }
    return Double.parseDouble(text);
  }

  private static boolean isThere(String text) {
    try {
      return Files.exists(Path.of(text));
    } catch (InvalidPathException none) {
      return false;
    }
  }

  private static int execute(CommandLine.ParseResult parsed) {
    if (parsed.hasSubcommand() && MEASURING.contains(parsed.subcommand().commandSpec().name())) {
      EngineLog.warningsOnly();
    }
    String unnamed = PathText.unnamedWorkingFolder();
    if (unnamed != null) {
      throw new ParameterException(parsed.commandSpec().commandLine(), unnamed);
    }
    for (CommandLine.ParseResult at = parsed; at != null; at = below(at)) {
      at.matchedOptions().forEach(Tutti::refuseUnwritable);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static CommandLine.@Nullable ParseResult below(CommandLine.ParseResult parsed) {
    return parsed.hasSubcommand() ? parsed.subcommand() : null;
  }

  /** Refuses a file for a result that a command could not write once it has it. */
  private static void refuseUnwritable(OptionSpec flag) {
    if (!RESULTS.contains(flag.longestName())
        || !flag.paramLabel().equals("FILE")
        || !(flag.getValue() instanceof Path file)) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    String why =
        Files.isDirectory(file)
            ? " is a folder: name a file"
            : folder != null && !Files.isDirectory(folder)
                ? ": there is no folder " + folder
                : null;
    if (why != null) {
      throw new ParameterException(
          flag.command().commandLine(), flag.longestName() + " " + file + why);
    }
  }

  @Override
  public void run() {
    if (version) {
      spec.commandLine().getOut().println(VersionCommand.text());
      return;
    }
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  private static int wrongUsage(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    String elsewhere = applicationElsewhere(wrong);
    boolean unmatched = wrong instanceof CommandLine.UnmatchedArgumentException;
    String meant = elsewhere.isEmpty() && unmatched ? Suggestions.of(wrong) : "";
    err.println(
        command.getColorScheme().errorText("tutti: " + VisibleText.text(message(wrong)) + meant));
    if (!elsewhere.isEmpty()) {
      err.println(elsewhere);
    } else if (command.getParent() != null) {
      err.println("'" + command.getCommandSpec().qualifiedName() + " --help' shows the usage.");
    } else if (unmatched) {
      err.println("'tutti --help' lists the commands.");
    } else {
      command.usage(err, Ansi.AUTO);
    }
    return ExitStatus.USAGE;
  }

  /**
   * The advice about an application that was given to a command that has its own; otherwise empty.
   */
  private static String applicationElsewhere(ParameterException wrong) {
    if (!(wrong instanceof CommandLine.UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().stream().noneMatch(Tutti::isThere)) {
      return "";
    }
    return switch (unmatched.getCommandLine().getCommandName()) {
      case "simulate" ->
          "It simulates Tutti's own workloads. An application of yours is simulated by a test:"
              + " Simulation.of(…) of the test kit, see docs/guide-java.md.";
      case "bench" ->
          "It measures Tutti's own workloads. An application of yours is measured as it is used: by"
              + " load on 'tutti run APP', or by a program that embeds it, see docs/guide-java.md.";
      default -> "";
    };
  }

  private static String message(ParameterException wrong) {
    return wrong instanceof CommandLine.UnmatchedArgumentException unmatched
        ? "there is no %s'%s' in '%s'"
            .formatted(
                unmatched.isUnknownOption() ? "flag " : "",
                String.join(" ", unmatched.getUnmatched()),
                wrong.getCommandLine().getCommandSpec().qualifiedName())
        : String.valueOf(wrong.getMessage());
  }

  private static int failure(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    if (failure instanceof Failure expected) {
      command.getErr().println("tutti: " + VisibleText.text(String.valueOf(expected.getMessage())));
      return expected.exitStatus();
    }
    String limit = Errors.limit(failure);
    if (limit != null) {
      command.getErr().println("tutti: " + limit);
      return ExitStatus.FAILED;
    }
    if (failure instanceof InvalidPathException none) {
      String text = "'" + none.getInput() + "': " + PathText.why(none);
      command.getErr().println("tutti: " + VisibleText.text(text));
      return ExitStatus.FAILED;
    }
    failure.printStackTrace(command.getErr());
    command
        .getErr()
        .println(
            "tutti: this is a bug in Tutti; please report it with the lines above and what you"
                + " did");
    return ExitStatus.FAILED;
  }
}
