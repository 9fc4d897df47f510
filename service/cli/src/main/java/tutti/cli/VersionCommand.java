package tutti.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tutti.cli.command.ExitStatus;
import tutti.command.BuiltFrom;

/** The command {@code tutti version}. */
@Command(name = "version", description = "Show the version of Tutti and of the Java it runs on.")
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  static String text() {
    String version = VersionCommand.class.getPackage().getImplementationVersion();
    return "Tutti "
        + (version == null ? "(not packaged)" : version)
        + ", commit "
        + BuiltFrom.commit()
        + ", on Java "
        + Runtime.version();
  }

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(text());
    return ExitStatus.GOOD;
  }
}
