package tutti.simulator.mutant;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The project's source files. The {@code tutti} script gives their folder; else the search goes
 * from the current folder upwards.
 */
public final class ProjectSources {
  /** The system property that names the project's folder. */
  public static final String ROOT = "tutti.root";

  private final Path root;

  private ProjectSources(Path root) {
    this.root = root;
  }

  /**
   * @throws IOException if there are no sources: the message is for a person
   */
  public static ProjectSources find() throws IOException {
    String given = System.getProperty(ROOT);
    Path start = Path.of(given == null ? "" : given).toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("core/engine/src/main/java/tutti/engine"))) {
        return new ProjectSources(folder);
      }
    }
    throw new IOException(
        "mutants are patches of Tutti's source code, and there is none at "
            + start
            + ": run ./tutti in a clone of the project");
  }

  /** Returns a file or folder of the project, by its path from the project's folder. */
  public Path file(String path) {
    return root.resolve(path);
  }

  /** Returns the text of the file that has a class. */
  public String of(String className) throws IOException {
    Path file =
        Path.of(className.split("\\.")[1], "src/main/java", className.replace('.', '/') + ".java");
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(root)) {
      for (Path group : groups) {
        if (Files.isRegularFile(group.resolve(file))) {
          return Files.readString(group.resolve(file));
        }
      }
    }
    throw new NoSuchFileException(file.toString(), null, "no group of modules has it");
  }
}
