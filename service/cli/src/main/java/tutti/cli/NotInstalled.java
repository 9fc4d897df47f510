package tutti.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;

/** The command in an installed Tutti that stands for one of {@link CloneCommands}. */
@Command(hidden = true, description = "Only a clone of Tutti has this command.")
final class NotInstalled implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Unmatched private List<String> ignored = new ArrayList<>();

  @Override
  public Integer call() {
    throw new Failure(
        ExitStatus.USAGE,
        "'"
            + spec.name()
            + "' "
            + (spec.name().equals("install") ? "builds" : "simulates, measures or tests")
            + " Tutti itself, and only a clone has it: ./tutti "
            + spec.name());
  }
}
