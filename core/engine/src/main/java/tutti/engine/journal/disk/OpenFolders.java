package tutti.engine.journal.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data folders that this process has open. The table is checked before a lock file is opened:
 * by POSIX, a process loses its lock on a file as soon as it closes any descriptor of that file, so
 * a second open that is refused, and closes the file, would admit another process.
 *
 * <p>A folder is identified by the keys that the file system has for it and for its lock file, so
 * that a link to it, or another spelling of its name, is the same folder. For example {@code data},
 * {@code ./data/} and a symbolic link to it are one folder; it is refused under each name while it
 * is open under one. Thread-safe.
 */
final class OpenFolders {
  private static final List<OpenFolder> OPEN = new ArrayList<>();

  /**
   * Lock files that were opened although a copy of this class in another class loader has the
   * folder open. They are never closed: see above.
   */
  private static final List<LockFile> NEVER_CLOSED = new ArrayList<>();

  private OpenFolders() {}

  /**
   * A lock file that is open.
   *
   * @param key of the file
   */
  private record LockFile(Object key, RandomAccessFile file) {}

  /** The outcome of a try to lock a folder. */
  sealed interface Try {
    /** The folder is locked, until it is {@link #close closed}. */
    record Locked(OpenFolder folder) implements Try {}

    /** The folder is open in this process. */
    record OpenHere() implements Try {}

    /**
     * The folder is open in another process.
     *
     * @param told what its lock file contains
     */
    record OpenElsewhere(String told) implements Try {}
  }

  /**
   * A folder that this process has open.
   *
   * @param path under which it was opened
   * @param key of the folder
   * @param lock its lock file, locked
   */
  record OpenFolder(Path path, Object key, LockFile lock) {
    /** Writes a text into the lock file, for people and for processes that are refused. */
    void write(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      lock.file.setLength(0);
      lock.file.seek(0);
      lock.file.write(bytes);
    }

    /** Whether the path still leads to the folder: it may be gone, and its key be another's. */
    private boolean isThere() {
      try {
        return key.equals(keyOf(path));
      } catch (IOException gone) {
        return false;
      }
    }
  }

  /**
   * Locks a folder for this process.
   *
   * @param folder that is there
   * @param lockFile of the folder; it is made if it is not there
   */
  static synchronized Try lock(Path folder, Path lockFile) throws IOException {
    Object key = keyOf(folder);
    if (isOpen(key, Files.exists(lockFile) ? keyOf(lockFile) : null)) {
      return new Try.OpenHere();
    }
    LockFile file = opened(lockFile);
    boolean locked = false;
    boolean here = false;
    try {
      // Between the look above and the opening a link may have been put in its place.
      here = isOpen(null, file.key);
      if (here) {
        return new Try.OpenHere();
      }
      @Nullable FileLock lock = file.file.getChannel().tryLock();
      if (lock == null) {
        return new Try.OpenElsewhere(told(file.file));
      }
      locked = true;
      OpenFolder open = new OpenFolder(folder, key, file);
      OPEN.add(open);
      return new Try.Locked(open);
    } catch (OverlappingFileLockException e) {
      here = true;
      return new Try.OpenHere();
    } finally {
      if (here) {
        NEVER_CLOSED.add(file);
      } else if (!locked) {
        file.file.close();
      }
    }
  }

  /** Unlocks a folder. */
  static synchronized void close(OpenFolder folder) throws IOException {
    if (OPEN.removeIf(open -> open == folder)) {
      folder.lock.file.close();
    }
  }

  private static boolean isOpen(@Nullable Object folder, @Nullable Object lockFile) {
    return OPEN.stream()
        .anyMatch(
            open -> open.lock.key.equals(lockFile) || open.key.equals(folder) && open.isThere());
  }

  private static LockFile opened(Path path) throws IOException {
    for (LockFile kept : NEVER_CLOSED) {
      if (Files.exists(path) && kept.key.equals(keyOf(path))) {
        NEVER_CLOSED.remove(kept);
        return kept;
      }
    }
    // Operations of a RandomAccessFile, unlike those of a channel, do not close it if the thread is
    // interrupted.
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      return new LockFile(keyOf(path), file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static String told(RandomAccessFile file) throws IOException {
    byte[] bytes = new byte[20];
    file.seek(0);
    int length = Math.max(0, file.read(bytes));
    return new String(bytes, 0, length, StandardCharsets.US_ASCII).strip();
  }

  /** The key of a file; where the file system has none, its path without links. */
  private static Object keyOf(Path path) throws IOException {
    @Nullable Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key != null ? key : path.toRealPath();
  }
}
