package tutti.lab.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.disk.FolderRemoval;

/**
 * The folder in which a command makes its runs: the folder that is named, or a temporary one, which
 * is removed with all its content at the end, even if a signal ends the command. For example,
 * {@code try (RunFolder folder = RunFolder.of(data)) { … }}.
 */
final class RunFolder implements AutoCloseable {
  /** The number of looks for what processes that are just being ended have still written. */
  private static final int LOOKS = 30;

  private static final long PAUSE_MILLIS = 100;

  private final Path path;
  private final @Nullable Thread atExit;

  private RunFolder(Path path, boolean temporary) {
    this.path = path;
    this.atExit = temporary ? Thread.ofPlatform().unstarted(() -> remove(path, LOOKS)) : null;
    if (atExit != null) {
      Runtime.getRuntime().addShutdownHook(atExit);
    }
  }

  /** The folder that is named, which is made if it is not there; a temporary one if none is. */
  static RunFolder of(@Nullable Path named) throws IOException {
    return named == null
        ? new RunFolder(Files.createTempDirectory("tutti-bench-"), true)
        : new RunFolder(Files.createDirectories(named), false);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    if (atExit == null) {
      return;
    }
    remove(path, 1);
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException ending) {
      // A signal has come, and the hook runs.
    }
  }

  private static void remove(Path folder, int looks) {
    for (int left = looks; left > 0 && Files.exists(folder); left--) {
      try {
        FolderRemoval.remove(folder);
      } catch (IOException busy) {
        if (left > 1) {
          pause();
        }
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
    }
  }
}
