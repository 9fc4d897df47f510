package tutti.rebel;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.load.Diagnostic;

/** Reads Rebel specifications and makes applications of them. */
public final class Rebel {
  private Rebel() {}

  /**
   * An application, or the errors because of which there is none.
   *
   * @param application present exactly if no diagnostic is an error
   * @param diagnostics errors and warnings, in the order of files and lines
   */
  public record Loaded(Optional<RebelApplication> application, List<Diagnostic> diagnostics) {}

  /** Loads a file or a folder of {@code .ebl} files, and the files that they import. */
  public static Loaded load(Path path) {
    return loaded(Checker.check(path));
  }

  /**
   * Loads texts.
   *
   * @param texts by paths such as {@code bank/Account.ebl}
   */
  public static Loaded load(Map<String, String> texts) {
    return loaded(Checker.check(texts));
  }

  private static Loaded loaded(CheckResult result) {
    return new Loaded(
        result.application().map(checked -> RebelApplication.compile(checked, result.files())),
        result.diagnostics());
  }
}
