package tutti.cli.application;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.model.schema.ApplicationSchema;

/**
 * The schemas of the actors in Java that stand in a folder with specifications. Sources are
 * compiled again only when they have changed. Used by one thread.
 */
final class ActorSchemas {
  private final Map<Path, Compiled> known = new HashMap<>();
  private final PrintWriter err;

  /** The schema of sources that have these times. */
  private record Compiled(Map<Path, FileTime> sources, ApplicationSchema schema) {}

  /**
   * @param err receives the errors of the compiler
   */
  ActorSchemas(PrintWriter err) {
    this.err = err;
  }

  /**
   * Returns the schema of the actors in Java in a folder.
   *
   * @throws Failure if the sources do not compile
   */
  ApplicationSchema of(Path folder) {
    List<Path> sources = JavaApplications.sources(folder);
    if (sources.isEmpty()) {
      return new ApplicationSchema(List.of());
    }
    Map<Path, FileTime> times = times(sources);
    Compiled before = known.get(folder);
    if (before == null || !before.sources().equals(times)) {
      before = new Compiled(times, JavaApplications.compile(folder, sources, err).schema());
      known.put(folder, before);
    }
    return before.schema();
  }

  private static Map<Path, FileTime> times(List<Path> sources) {
    Map<Path, FileTime> times = new LinkedHashMap<>();
    for (Path source : sources) {
      try {
        times.put(source, Files.getLastModifiedTime(source));
      } catch (IOException failed) {
        throw new Failure(ExitStatus.FAILED, "cannot read " + source + ": " + Errors.why(failed));
      }
    }
    return times;
  }
}
