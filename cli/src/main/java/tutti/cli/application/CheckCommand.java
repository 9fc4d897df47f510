package tutti.cli.application;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.command.DeploymentFlags;
import tutti.model.Application;

/** The command {@code tutti check}. */
@Command(
    name = "check",
    modelTransformer = DeploymentFlags.Adding.class,
    abbreviateSynopsis = true,
    description = "Parse and type-check an application, and read its deployment.",
    footer =
        """

        Every error is shown at once, with its file, line and column, the line with a caret, and what
        was expected. Nothing is run or written.

        Examples:
          tutti check examples/bank
          tutti check examples/bank/Account.ebl
          tutti check examples/bank --deployment examples/bank/deployment.conf

        Exit status: 0 it checks (warnings do not count), 1 it has errors, 2 wrong usage.\
        """)
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "APP",
      description = "A folder of .ebl or .java files, or of both; or a jar; or an .ebl file.")
  private Path application;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    if (Applications.isJava(application)) {
      Application loaded = Applications.any(application, err);
      Deployments.readAndWarn(spec, loaded);
      spec.commandLine()
          .getOut()
          .println(
              application + ": " + String.join(", ", Applications.names(loaded)) + ", no errors");
      return ExitStatus.GOOD;
    }
    Applications.Checked checked = Applications.check(application, err);
    Deployments.readAndWarn(spec);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        application
            + ": "
            + checked
                .result()
                .application()
                .map(
                    found ->
                        Applications.Checked.count(found.specifications().size(), "specification"))
                .map(count -> count + ", ")
                .orElse("")
            + checked.summary());
    return checked.errors() == 0 ? ExitStatus.GOOD : ExitStatus.FAILED;
  }
}
