package tutti.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;

/**
 * The command {@code tutti install}, which exists here only for the help. The script runs Maven
 * itself, which builds the artifacts from the sources.
 */
@Command(
    name = "install",
    description =
        "Put Tutti's artifacts, with sources and Javadoc, into the local repository of Maven.")
final class InstallCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", hidden = true)
  private List<String> ignored = List.of();

  @Override
  public Integer call() {
    throw new Failure(
        ExitStatus.USAGE, "'install' is run by the script in a clone: ./tutti install");
  }
}
