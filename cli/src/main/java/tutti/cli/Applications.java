package tutti.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Help.Ansi;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.check.Diagnostic;
import tutti.rebel.compile.RebelApplication;

/** Loads applications, and says what is wrong with them. */
final class Applications {
  private Applications() {}

  /**
   * Checks what is in a folder or file, and writes every diagnostic.
   *
   * @return how many errors and warnings there are, and the application if it has no error
   */
  static Checked check(Path path, PrintWriter err) {
    if (!Files.exists(path)) {
      throw new Failure(
          ExitStatus.USAGE,
          "there is no " + path + "; give a folder of .ebl files, or one of them");
    }
    CheckResult result = Checker.check(path);
    boolean colours = Ansi.AUTO.enabled();
    int errors = 0;
    for (Diagnostic diagnostic : result.diagnostics()) {
      err.println(diagnostic.render(colours));
      errors += diagnostic.severity() == Diagnostic.Severity.ERROR ? 1 : 0;
    }
    err.flush();
    return new Checked(result, errors, result.diagnostics().size() - errors);
  }

  /**
   * What a check found.
   *
   * @param result has an application exactly if there are no errors
   */
  record Checked(CheckResult result, int errors, int warnings) {
    /** One line for a person. */
    String summary() {
      return count(errors, "error") + ", " + count(warnings, "warning");
    }

    static String count(int number, String what) {
      return (number == 0 ? "no" : String.valueOf(number)) + " " + what + (number == 1 ? "" : "s");
    }
  }

  /**
   * The application in a folder or file; its diagnostics are written.
   *
   * @throws Failure if it does not check
   */
  static RebelApplication load(Path path, PrintWriter err) {
    Checked checked = check(path, err);
    return checked
        .result()
        .application()
        .map(application -> RebelApplication.compile(application, checked.result().files()))
        .filter(application -> !application.specifications().isEmpty())
        .orElseThrow(
            () ->
                new Failure(
                    ExitStatus.FAILED,
                    checked.errors() == 0
                        ? path + " has no specification that can run"
                        : path + " does not check: " + checked.summary()));
  }

  /** How an application is called: the name of its folder. */
  static String title(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    Path folder = Files.isDirectory(absolute) ? absolute : absolute.getParent();
    Path name = folder == null ? null : folder.getFileName();
    return name == null ? "tutti" : name.toString();
  }

  /** The names of its specifications. */
  static List<String> names(RebelApplication application) {
    return application.specifications().stream().map(type -> type.name()).toList();
  }
}
