package tutti.cli.application;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.Deployment;
import tutti.model.Application;
import tutti.rebel.compile.RebelApplication;

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

        With --data it says what a start would do with the data of a folder: whether it was written
        under this version of the application, and what stands in the way if it was not. Nothing in
        the folder is changed, and a node may be at work in it.

        Examples:
          tutti check examples/bank
          tutti check examples/bank/Account.ebl
          tutti check examples/bank --deployment examples/bank/deployment.conf
          tutti check examples/bank --data /var/lib/bank

        Exit status: 0 it checks (warnings do not count) and a start would take the data, 1 it has
        errors or a start would be refused, 2 wrong usage.\
        """)
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "APP",
      description = "A folder of .ebl or .java files, or of both; or a jar; or an .ebl file.")
  private Path application;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Say what a start would do with this data folder, or with those of several nodes in it.")
  private @Nullable Path data;

  @Override
  public Integer call() {
    int checked = check();
    Path folder = data;
    if (checked != ExitStatus.GOOD || folder == null) {
      return checked;
    }
    PrintWriter out = spec.commandLine().getOut();
    // Its warnings were printed when it was checked.
    Application loaded = Applications.any(application, new PrintWriter(Writer.nullWriter()));
    Deployment deployment = Deployments.read(spec, loaded, List.of()).deployment();
    boolean good = new DataCheck(loaded, deployment, out).of(folder);
    out.flush();
    return good ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private int check() {
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
    Deployment deployment = Deployments.readAndWarn(spec).deployment();
    RebelApplication.of(checked.result())
        .ifPresent(found -> Deployments.warnOfPlacement(spec, found, deployment));
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
