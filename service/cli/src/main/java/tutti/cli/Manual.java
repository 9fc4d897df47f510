package tutti.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The pages of the manual, in the folder of the clone or of the installed Tutti. */
final class Manual {
  private Manual() {}

  /** Returns the page of this name, {@code rebel} for {@code docs/rebel.md}, if there is one. */
  static Optional<Path> page(String name) {
    return page(System.getProperty("tutti.manual", ""), name);
  }

  static Optional<Path> page(String folder, String name) {
    if (folder.isEmpty() || !name.matches("[a-z-]+")) {
      return Optional.empty();
    }
    return Optional.of(Path.of(folder, name + ".md")).filter(Files::isRegularFile);
  }
}
