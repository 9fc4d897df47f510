package tutti.cli.application;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
import tutti.engine.deployment.Settings;
import tutti.engine.relational.RelationalApplication;
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

        With --roles it says what each role of a roles file may call and can cause, and proves what
        the file claims of that.

        Examples:
          tutti check examples/bank
          tutti check examples/bank/Account.ebl
          tutti check examples/bank --deployment examples/bank/deployment.conf
          tutti check examples/bank --data /var/lib/bank
          tutti check examples/bank --roles examples/bank/roles.conf

        Exit status: 0 it checks (warnings do not count), a start would take the data, and all that is
        claimed of roles holds; 1 it does not; 2 wrong usage.\
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

  @Option(
      names = "--roles",
      paramLabel = "FILE",
      description = "Say what the roles of this file can do, and prove what it claims of them.")
  private @Nullable Path roles;

  /**
   * The result of reading the application.
   *
   * @param status the exit status for it
   * @param application the application, if it checks and has anything to run
   */
  private record Read(int status, Optional<? extends Application> application) {}

  @Override
  public Integer call() {
    Read read = Applications.isJava(application) ? java() : specifications();
    if (read.status != ExitStatus.GOOD || data == null && roles == null) {
      return read.status;
    }
    Application found = read.application.orElseThrow(() -> Applications.nothingToRun(application));
    PrintWriter out = spec.commandLine().getOut();
    Path file = roles;
    boolean proved =
        file == null || new RolesCheck(found, out, spec.commandLine().getErr()).of(file);
    return (data == null || takes(found, data, out)) && proved
        ? ExitStatus.GOOD
        : ExitStatus.FAILED;
  }

  private boolean takes(Application found, Path folder, PrintWriter out) {
    Deployment deployment = Deployments.read(spec, found, List.of()).deployment();
    boolean good = new DataCheck(found, deployment, out).of(folder);
    out.flush();
    return good;
  }

  /** Writes an error if rules read the caller, and neither deployment nor roles know any. */
  private boolean lacksCallers(Application found, Settings settings) {
    String lacks = roles == null ? Deployments.lacksCallers(found, settings.server()) : null;
    if (lacks != null) {
      spec.commandLine().getErr().println("tutti: " + lacks);
    }
    return lacks != null;
  }

  private Read java() {
    PrintWriter err = spec.commandLine().getErr();
    Application found = Applications.any(application, err);
    if (found instanceof RelationalApplication java) {
      new UnmarkedPartners(java, err).warn();
    }
    Settings settings = Deployments.readAndWarn(spec, found);
    if (lacksCallers(found, settings)) {
      return new Read(ExitStatus.FAILED, Optional.of(found));
    }
    spec.commandLine()
        .getOut()
        .println(application + ": " + String.join(", ", Applications.names(found)) + ", no errors");
    return new Read(ExitStatus.GOOD, Optional.of(found));
  }

  private Read specifications() {
    Applications.Checked checked = Applications.check(application, spec.commandLine().getErr());
    Settings settings = Deployments.readAndWarn(spec);
    Optional<RebelApplication> found = RebelApplication.of(checked.result());
    found.ifPresent(each -> Deployments.warnOfPlacement(spec, each, settings.deployment()));
    boolean lacksCallers = found.isPresent() && lacksCallers(found.get(), settings);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        application
            + ": "
            + checked
                .result()
                .application()
                .map(
                    each ->
                        Applications.Checked.count(each.specifications().size(), "specification"))
                .map(count -> count + ", ")
                .orElse("")
            + checked.summary());
    return new Read(
        checked.errors() == 0 && !lacksCallers ? ExitStatus.GOOD : ExitStatus.FAILED,
        found.filter(each -> !each.specifications().isEmpty()));
  }
}
