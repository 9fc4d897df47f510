package tutti.cli.rules;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository is on the machine that runs the tests. */
public final class Repository {
  private Repository() {}

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
