package tutti.cli.application;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Help.Ansi;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;
import tutti.model.schema.ApplicationSchema;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.load.FolderWalk;
import tutti.sql.SqlQuery;

/** Loads applications, and reports their mistakes. */
public final class Applications {
  /** The ending of files of Rebel 2. */
  private static final String REBEL_2 = ".rebel";

  private Applications() {}

  /**
   * Checks the specifications in a folder or file, and writes every diagnostic.
   *
   * @return the numbers of errors and warnings, and the application if it has no error
   */
  public static Checked check(Path path, PrintWriter err) {
    return check(path, new ApplicationSchema(List.of()), err);
  }

  private static Checked check(Path path, ApplicationSchema actors, PrintWriter err) {
    boolean is = Files.exists(path);
    if (!is || !Files.isDirectory(path) && !Files.isRegularFile(path)) {
      throw new Failure(
          ExitStatus.USAGE,
          (is ? path + " is neither a folder nor a file" : "there is no " + path)
              + "; give a folder of .ebl or .java files, an .ebl file, or a jar");
    }
    if (path.toString().endsWith(REBEL_2)) {
      throw new Failure(
          ExitStatus.USAGE,
          path
              + " is a file of Rebel 2, another language: Tutti reads specifications in .ebl files"
              + " (docs/rebel.md)");
    }
    CheckResult result = Checker.check(path, actors);
    boolean colours = Ansi.AUTO.enabled();
    int errors = 0;
    for (Diagnostic diagnostic : result.diagnostics()) {
      err.println(diagnostic.render(colours));
      errors += diagnostic.severity() == Diagnostic.Severity.ERROR ? 1 : 0;
    }
    int skipped = warnOfTebl(path, err) + warnOfRebel2(path, err);
    err.flush();
    return new Checked(result, errors, result.diagnostics().size() - errors + skipped);
  }

  /**
   * Writes a warning if a folder has {@code .tebl} files, the checks of Rebel's own tools: Tutti
   * runs none of them, and a user who brings them would take "no errors" for their result.
   *
   * @return the number of warnings
   */
  private static int warnOfTebl(Path path, PrintWriter err) {
    return warnOfFiles(
        path,
        ".tebl",
        ".tebl files are checks for Rebel's own tools, which Tutti does not run. Tests of an"
            + " application are in Java (docs/guide-java.md)",
        err);
  }

  /** Writes a warning if a folder has files of Rebel 2, which is another language. */
  private static int warnOfRebel2(Path path, PrintWriter err) {
    return warnOfFiles(
        path,
        REBEL_2,
        ".rebel files are of Rebel 2, another language. Tutti reads specifications in .ebl files"
            + " (docs/rebel.md)",
        err);
  }

  private static int warnOfFiles(Path path, String ending, String why, PrintWriter err) {
    List<Path> skipped = Files.isDirectory(path) ? files(path, ending) : List.of();
    if (skipped.isEmpty()) {
      return 0;
    }
    err.println(
        "tutti: warning: "
            + skipped.getFirst()
            + (skipped.size() == 1 ? "" : " and " + (skipped.size() - 1) + " more")
            + " were not read: "
            + why);
    return 1;
  }

  private static List<Path> files(Path folder, String ending) {
    try {
      return FolderWalk.files(folder, _ -> false, FolderWalk.Unreadable.FAILS).stream()
          .filter(file -> file.toString().endsWith(ending))
          .toList();
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot read " + folder + ": " + Errors.why(failed));
    }
  }

  /**
   * The result of a check.
   *
   * @param result the result, which has an application exactly if there are no errors
   * @param errors the number of errors
   * @param warnings the number of warnings
   */
  record Checked(CheckResult result, int errors, int warnings) {
    /** The result in one line for a person. */
    String summary() {
      return count(errors, "error") + ", " + count(warnings, "warning");
    }

    static String count(int number, String what) {
      return (number == 0 ? "no" : String.valueOf(number)) + " " + what + (number == 1 ? "" : "s");
    }
  }

  /**
   * Loads the application of any kind in a folder, a jar or a file; its diagnostics are written.
   *
   * @throws Failure if the application does not check
   */
  public static Application any(Path path, PrintWriter err) {
    List<Path> sources = JavaApplications.sources(path);
    boolean jar = JavaApplications.isJar(path);
    if (sources.isEmpty() && !jar) {
      return load(path, err);
    }
    JavaApplication java =
        jar ? JavaApplications.open(path, err) : JavaApplications.compile(path, sources, err);
    RebelApplication beside =
        !jar && hasSpecifications(path) ? load(path, check(path, java.schema(), err)) : null;
    try {
      return new RelationalApplication(SqlQuery.in(java), beside);
    } catch (IllegalArgumentException clash) {
      throw new Failure(ExitStatus.FAILED, path + ": " + clash.getMessage());
    }
  }

  /** Whether a path is, or contains, code in Java. */
  public static boolean isJava(Path path) {
    return JavaApplications.isJar(path) || !JavaApplications.sources(path).isEmpty();
  }

  private static boolean hasSpecifications(Path folder) {
    return !files(folder, ".ebl").isEmpty();
  }

  /**
   * Loads the specifications in a folder or file; their diagnostics are written.
   *
   * @throws Failure if they do not check
   */
  public static RebelApplication load(Path path, PrintWriter err) {
    return load(path, check(path, err));
  }

  private static RebelApplication load(Path path, Checked checked) {
    return RebelApplication.of(checked.result())
        .filter(application -> !application.specifications().isEmpty())
        .orElseThrow(
            () ->
                checked.errors() == 0
                    ? nothingToRun(path)
                    : new Failure(
                        ExitStatus.FAILED, path + " does not check: " + checked.summary()));
  }

  /** Returns the failure of an application without errors and without specifications. */
  static Failure nothingToRun(Path path) {
    return new Failure(ExitStatus.FAILED, path + " has no specification that can run");
  }

  /** The title of an application: the name of its folder, or of its jar. */
  public static String title(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    boolean names = Files.isDirectory(absolute) || JavaApplications.isJar(absolute);
    Path named = names ? absolute : absolute.getParent();
    Path name = named == null ? null : named.getFileName();
    return name == null ? "tutti" : name.toString().replaceFirst("\\.jar$", "");
  }

  /** The names of an application's specifications and actor types. */
  public static List<String> names(Application application) {
    return application.types().stream().map(ActorType::name).toList();
  }
}
