package tutti.lab.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tutti.engine.journal.disk.FolderRemoval;

/** A folder for one run's data, gone when the run is over. */
public final class Folders implements AutoCloseable {
  private final Path folder;

  private Folders(Path folder) {
    this.folder = folder;
  }

  /** Makes a new, empty folder inside {@code parent}. */
  public static Folders in(Path parent) throws IOException {
    Files.createDirectories(parent);
    return new Folders(Files.createTempDirectory(parent, "run-"));
  }

  public Path path() {
    return folder;
  }

  @Override
  public void close() {
    try {
      FolderRemoval.remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("could not delete " + folder, e);
    }
  }
}
