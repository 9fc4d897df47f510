package tutti.rebel.check;

import java.util.List;
import java.util.Optional;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.typed.CheckedApplication;

/**
 * The result of a check.
 *
 * @param application the checked application, present exactly if there is no error
 * @param diagnostics errors and warnings in the order of files and lines
 * @param files all files that were read, in the order of their names
 */
public record CheckResult(
    Optional<CheckedApplication> application,
    List<Diagnostic> diagnostics,
    List<SourceFile> files) {
  public CheckResult {
    diagnostics = List.copyOf(diagnostics);
    files = List.copyOf(files);
  }
}
