package tutti.cli.operate;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;

/**
 * The folder in which a backup is made until it is complete, with a lock beside it: what a process
 * has left that was killed is taken over, and what another one is just making is not. Both are gone
 * when it is closed. For example, {@code nightly.partial} and {@code nightly.partial.lock}.
 */
final class PartialFolder implements AutoCloseable {
  private final Path folder;
  private final Path lockFile;
  private final FileChannel lock;

  private PartialFolder(Path folder, Path lockFile, FileChannel lock) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Takes the folder, and removes what an earlier process has left in it.
   *
   * @throws Failure if another process makes a backup there, or something else is there
   */
  static PartialFolder take(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Path lockFile = folder.resolveSibling(folder.getFileName() + ".lock");
    if (Files.exists(folder) && !Files.exists(lockFile)) {
      throw new Failure(
          ExitStatus.USAGE, folder + " is there already; name a new folder, or remove it");
    }
    FileChannel lock =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (tryLock(lock) == null) {
        throw new Failure(
            ExitStatus.USAGE,
            folder + " is being made by another process; name a new folder, or wait for its end");
      }
      Folders.delete(folder);
      return new PartialFolder(folder, lockFile, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel lock) throws IOException {
    try {
      return lock.tryLock();
    } catch (OverlappingFileLockException here) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    Folders.delete(folder);
    // Before the lock goes: a process that comes now makes a file of its own, or waits for none.
    Files.deleteIfExists(lockFile);
    lock.close();
  }
}
