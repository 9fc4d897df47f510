package tutti.cli;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.ExitStatus;

/** The command {@code tutti help}. */
@Command(
    name = "help",
    helpCommand = true,
    description =
        "Show the commands, the usage of one (tutti help run), or where a page is (tutti help rebel).")
final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      completionCandidates = Names.class,
      description =
          "The command, such as run or txn list; or a page of the manual, such as rebel or api.")
  private List<String> names = List.of();

  /** The names of the commands that an installed Tutti has, for completion. */
  private static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Tutti.installed().getSubcommands().values().stream()
          .map(CommandLine::getCommandSpec)
          .filter(each -> !each.usageMessage().hidden())
          .map(CommandSpec::name)
          .iterator();
    }
  }

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine().getParent();
    Optional<Path> page = names.size() == 1 ? Manual.page(names.getFirst()) : Optional.empty();
    if (page.isPresent() && !command.getSubcommands().containsKey(names.getFirst())) {
      spec.commandLine().getOut().println(page.get());
      return ExitStatus.GOOD;
    }
    for (String name : names) {
      CommandLine next = command.getSubcommands().get(name);
      if (next == null) {
        throw new ParameterException(
            spec.commandLine(),
            "there is no command '" + name + "'" + Suggestions.command(name, command));
      }
      command = next;
    }
    command.usage(spec.commandLine().getOut(), spec.commandLine().getColorScheme());
    return ExitStatus.GOOD;
  }
}
