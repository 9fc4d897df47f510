package tutti.lab.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tutti.engine.journal.disk.FolderRemoval;

/** A folder for one run's data, gone when the run is over unless it is kept. */
public final class Folders implements AutoCloseable {
  private final Path folder;
  private final boolean kept;

  private Folders(Path folder, boolean kept) {
    this.folder = folder;
    this.kept = kept;
  }

  /** Makes a new, empty folder inside {@code parent}. */
  public static Folders in(Path parent) throws IOException {
    Files.createDirectories(parent);
    return new Folders(Files.createTempDirectory(parent, "run-"), false);
  }

  /** Returns the folder {@code folder} with all its content, created if it does not exist. */
  public static Folders kept(Path folder) throws IOException {
    Files.createDirectories(folder);
    return new Folders(folder, true);
  }

  public Path path() {
    return folder;
  }

  @Override
  public void close() {
    if (kept) {
      return;
    }
    try {
      FolderRemoval.remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("could not delete " + folder, e);
    }
  }
}
