package tutti.engine.journal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.DataFolderRefused.Kind;
import tutti.engine.journal.Disk;

/**
 * A folder of the file system, used by one process at a time. Thread-safe; an open file is safe for
 * threads that touch different parts of it.
 */
public final class FolderDisk implements Disk {
  private static final String LOCK = "lock";

  private final Path folder;
  private final FileChannel lockFile;

  private FolderDisk(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.lockFile = lockFile;
  }

  /**
   * Opens a folder, making it if it is not there, and locks it for this process until it is closed
   * or the process ends.
   *
   * @throws DataFolderRefused if another process uses it, or it cannot be made or written
   */
  public static FolderDisk open(Path path) throws IOException {
    Path folder = path.toAbsolutePath().normalize();
    FileChannel channel = openLockFile(folder);
    try {
      if (!lock(channel)) {
        throw new DataFolderRefused(
            Kind.LOCKED,
            "the data folder "
                + folder
                + " is in use by "
                + owner(channel)
                + ". Stop that one first, or name another folder");
      }
      String pid = ProcessHandle.current().pid() + "\n";
      channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      return new FolderDisk(folder, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel openLockFile(Path folder) throws IOException {
    try {
      make(folder);
      return FileChannel.open(
          folder.resolve(LOCK),
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new DataFolderRefused(
          Kind.NOT_WRITABLE,
          "the data folder "
              + folder
              + " cannot be written ("
              + reason(e)
              + "). Make it writable for this user, or name another folder",
          e);
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case FileAlreadyExistsException file -> file.getFile() + " is a file";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(20);
    channel.read(bytes, 0);
    String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).strip();
    return pid.isEmpty() ? "another process" : "the process with id " + pid;
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(LOCK))
          .sorted()
          .toList();
    }
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    FileChannel channel =
        create
            ? FileChannel.open(
                folder.resolve(name),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE)
            : FileChannel.open(
                folder.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new FolderFile(folder.resolve(name), channel);
  }

  @Override
  public boolean exists(String name) {
    return Files.exists(folder.resolve(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(
        folder.resolve(from),
        folder.resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name));
  }

  @Override
  public void force() throws IOException {
    force(folder);
  }

  /** Makes the entries of a folder durable, also if the thread is interrupted. */
  private static void force(Path folder) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
          channel.force(true);
          return;
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Makes a folder and its missing parents, so that they survive a power failure. */
  private static void make(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent == null || Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      return;
    }
    make(parent);
    Files.createDirectories(folder);
    force(parent);
  }

  @Override
  public long free() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  @Override
  public String describe() {
    return folder.toString();
  }

  /** Gives the folder free for other processes. */
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
