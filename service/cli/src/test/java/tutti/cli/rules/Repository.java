package tutti.cli.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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

  /** The folder of a module, which is in one of the groups of modules. */
  public static Path module(String name) throws IOException {
    return modules().stream()
        .filter(folder -> folder.endsWith(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no module " + name));
  }

  /** The folders of the modules: each group, such as {@code core}, has some. */
  public static List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.find(root(), 2, (folder, _) -> isModule(folder))) {
      return folders.filter(folder -> !folder.equals(root())).sorted().toList();
    }
  }

  private static boolean isModule(Path folder) {
    return Files.isRegularFile(folder.resolve("pom.xml"));
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
