package tutti.cli.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tutti.model.testing.LiveFolder;

/** Where the repository is on the machine that runs the tests. */
public final class Repository {
  private Repository() {}

  /**
   * The files of the repository but those that builds make and git keeps: tests of other modules
   * may run meanwhile, and their files come and go.
   */
  public static List<Path> files() throws IOException {
    return LiveFolder.files(
        root(), folder -> !folder.endsWith("target") && !folder.endsWith(".git"));
  }

  /** The folder with the {@code tutti} script. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isExecutable(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("the tests must run inside the repository");
      }
    }
    return folder;
  }
}
