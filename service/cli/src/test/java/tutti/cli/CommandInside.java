package tutti.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import tutti.cli.command.StopSignal;
import tutti.cli.run.RunCommand;

/**
 * The command on a thread of the test: its exit status, and what it says on its output and as
 * errors. The command's log goes to the test's own standard error.
 */
public final class CommandInside {
  private final StringWriter said = new StringWriter();
  private final StopSignal stop = StopSignal.onlyAsked();

  /** Runs {@code tutti} with these arguments until it ends; a service, until {@link #stop}. */
  public int execute(String... arguments) {
    PrintWriter out = new PrintWriter(said, true);
    CommandLine command = Tutti.commandLine().setOut(out).setErr(out);
    RunCommand run = command.getSubcommands().get("run").getCommand();
    run.stopBy(stop);
    return command.execute(arguments);
  }

  /** Everything that it has said so far. */
  public String output() {
    return said.toString();
  }

  /** Ends a service in good order, as SIGTERM does. */
  public void stop() {
    stop.ask();
  }
}
