package tutti.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;

/**
 * The command {@code tutti test}, which exists here only for the help. The script runs Maven
 * itself, since the tests are not part of the jar.
 */
@Command(
    name = "test",
    description = "Run the test suite of Tutti itself; --all for the slow ones too.")
final class TestCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", hidden = true)
  private List<String> ignored = List.of();

  @Override
  public Integer call() {
    throw new Failure(ExitStatus.USAGE, "'test' is run by the script in a clone: ./tutti test");
  }
}
