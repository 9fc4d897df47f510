package tutti.engine.journal.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * File descriptors that are held in reserve, so that the log gets its next file when connections,
 * or other code in the process, have used up all others: then one of them is closed, and the file
 * is opened in its place. The reserve is filled again when there are free descriptors. Thread-safe.
 */
final class SpareDescriptors implements AutoCloseable {
  /** The number of them; a new file of the log, its folder and its fence are opened in turn. */
  static final int COUNT = 4;

  private static final String USED_UP = "Too many open files";

  private final Path folder;
  private final Deque<FileChannel> spares = new ArrayDeque<>();
  private boolean closed;

  /** An operation that may open a file. */
  interface Opening<T> {
    T run() throws IOException;
  }

  /**
   * @param folder what the descriptors are opened on: a folder that is there
   */
  SpareDescriptors(Path folder) {
    this.folder = folder;
    fill();
  }

  /** Runs an operation; if there is no descriptor for it, once more with one that is held here. */
  <T> T with(Opening<T> opening) throws IOException {
    fill();
    while (true) {
      try {
        return opening.run();
      } catch (IOException failed) {
        if (!isUsedUp(failed) || !giveUp()) {
          throw failed;
        }
      }
    }
  }

  /** Returns whether an operation has failed since the process has no descriptors left. */
  private static boolean isUsedUp(IOException failed) {
    return String.valueOf(failed.getMessage()).contains(USED_UP);
  }

  /** Returns how many are held now. */
  synchronized int held() {
    return spares.size();
  }

  private synchronized boolean giveUp() throws IOException {
    FileChannel spare = spares.poll();
    if (spare == null) {
      return false;
    }
    spare.close();
    return true;
  }

  private synchronized void fill() {
    try {
      while (!closed && spares.size() < COUNT) {
        spares.add(FileChannel.open(folder, StandardOpenOption.READ));
      }
    } catch (IOException none) {
      // There are none to spare now; the next operation tries again.
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    while (!spares.isEmpty()) {
      spares.remove().close();
    }
  }
}
