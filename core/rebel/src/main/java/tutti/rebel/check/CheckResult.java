package tutti.rebel.check;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.ResolvedName;

/**
 * The result of a check.
 *
 * @param application the checked application, present exactly if there is no error
 * @param diagnostics errors and warnings in the order of files and lines
 * @param files all files that were read, in the order of their names
 * @param modules the trees of the files, as far as they could be read; the given ones first
 * @param names the names in them whose declarations were found, except in events that no
 *     specification has
 */
public record CheckResult(
    Optional<CheckedApplication> application,
    List<Diagnostic> diagnostics,
    List<SourceFile> files,
    List<Module> modules,
    Set<ResolvedName> names) {
  public CheckResult {
    diagnostics = List.copyOf(diagnostics);
    files = List.copyOf(files);
    modules = List.copyOf(modules);
    names = Set.copyOf(names);
  }
}
