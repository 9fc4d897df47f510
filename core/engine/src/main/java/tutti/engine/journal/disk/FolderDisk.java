package tutti.engine.journal.disk;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.DataFolderRefused.Kind;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.OpenFolders.OpenFolder;
import tutti.engine.journal.disk.OpenFolders.Try;

/**
 * A folder of the file system, used by one opener at a time: a second one is refused by a table of
 * this process or by a lock, and where locks do not hold, the first one is refused by its {@link
 * Fence} from then on. Thread-safe; an open file is safe for threads that touch different parts of
 * it.
 */
public final class FolderDisk implements Disk {
  private static final String LOCK = "lock";

  /** The names of the files of a folder, with those of a host's replicas. */
  private static final Pattern DATA =
      Pattern.compile("lock|fence|(s[0-9]+-)?(log|checkpoint|meta|spare)-.*");

  /** The time between two looks at whether the folder is still this process's, in nanoseconds. */
  private static final long LOOK_NANOS = 1_000_000_000;

  private final Path folder;
  private final OpenFolder open;
  private final Fence fence;
  private final SpareDescriptors spares;

  /** The file system of the folder, which is looked up once: that needs a descriptor. */
  private final FileStore store;

  private FolderDisk(Path folder, OpenFolder open, Fence fence) throws IOException {
    this.folder = folder;
    this.open = open;
    this.fence = fence;
    this.store = Files.getFileStore(folder);
    this.spares = new SpareDescriptors(folder);
  }

  /**
   * Opens a folder, making it if it is not there, and locks it for this process until it is closed
   * or the process ends.
   *
   * @throws DataFolderRefused if this process or another one uses it, or it cannot be made or
   *     written
   */
  public static FolderDisk open(Path path) throws IOException {
    Path folder = path.toAbsolutePath().normalize();
    requireFiles(folder);
    OpenFolder open =
        switch (locked(folder)) {
          case Try.Locked(OpenFolder mine) -> mine;
          case Try.OpenHere() ->
              throw new DataFolderRefused(
                  Kind.LOCKED,
                  "the data folder "
                      + inWords(folder)
                      + " is in use: this process has it open already. Close that one first, or name"
                      + " another folder");
          case Try.OpenElsewhere(String told) ->
              throw new DataFolderRefused(
                  Kind.LOCKED,
                  "the data folder "
                      + inWords(folder)
                      + " is in use by "
                      + (told.isEmpty() ? "another process" : "the process with id " + told)
                      + ". Stop that one first, or name another folder");
        };
    try {
      open.write(ProcessHandle.current().pid() + "\n");
      return new FolderDisk(folder, open, Fence.take(folder));
    } catch (IOException | RuntimeException e) {
      OpenFolders.close(open);
      throw e;
    }
  }

  /**
   * Removes the lock file and the fence file of a folder that no process has open and that is to be
   * kept as it is, such as a backup's.
   */
  public static void removeMarks(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(LOCK));
    Files.deleteIfExists(folder.resolve(Fence.NAME));
  }

  /** Returns whether a file with this name marks a folder as open, and is no data. */
  public static boolean isMark(String name) {
    return name.equals(LOCK) || name.equals(Fence.NAME);
  }

  /**
   * Refuses a folder to which, or in which, a link leads nowhere, or in which a folder has the name
   * of a file of data: each would be taken for a file that is not there, and without it a node
   * might begin with less than it has acknowledged.
   *
   * @throws DataFolderRefused with the name, and what to do; nothing was changed
   */
  static void requireFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      requireReached(folder);
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        if (isUnreached(file)) {
          throw refused(
              file,
              "is a link to " + Files.readSymbolicLink(file) + ", which cannot be reached",
              "Put back or mount what it leads to");
        }
        if (Files.isDirectory(file) && DATA.matcher(file.getFileName().toString()).matches()) {
          throw refused(file, "is a folder, where a file is expected", "Put the file back");
        }
      }
    }
  }

  /** Returns whether a path is a link to what is not there: a disk that is not mounted, mostly. */
  public static boolean isUnreached(Path path) {
    return Files.isSymbolicLink(path) && !Files.exists(path);
  }

  /**
   * Refuses a folder that is a link to what is not there, or is behind one.
   *
   * @throws DataFolderRefused with the link, and what to do
   */
  public static void requireReached(Path folder) throws IOException {
    for (Path each = folder.toAbsolutePath().normalize(); each != null; each = each.getParent()) {
      if (isUnreached(each)) {
        throw new DataFolderRefused(
            Kind.NOT_WRITABLE,
            "the data folder "
                + folder
                + " cannot be used: "
                + each
                + " is a link to "
                + Files.readSymbolicLink(each)
                + ", which cannot be reached. Nothing was changed. Put back or mount what it leads"
                + " to; another folder would begin without the data that is there");
      }
    }
  }

  private static DataFolderRefused refused(Path file, String found, String remedy) {
    return new DataFolderRefused(
        Kind.NOT_WRITABLE,
        "the data folder "
            + file.getParent()
            + " cannot be used: "
            + file.getFileName()
            + " "
            + found
            + ". Nothing was changed. "
            + remedy
            + ", or restore the folder from a backup: a start without it could lose what was"
            + " acknowledged");
  }

  private static Try locked(Path folder) throws IOException {
    try {
      make(folder);
      return OpenFolders.lock(folder, folder.resolve(LOCK));
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("No locks available")) {
        throw new DataFolderRefused(
            Kind.NOT_WRITABLE,
            "the data folder "
                + folder
                + " cannot be locked: its file system has no locks ("
                + e.getMessage()
                + "), and two processes that use it would destroy the data. Put it on another file"
                + " system, or let this one have locks",
            e);
      }
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

  @Override
  public List<String> list() throws IOException {
    return spares.with(() -> here(this::names));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> !isMark(name))
          .sorted()
          .toList();
    }
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    return spares.with(() -> here(() -> file(name, create)));
  }

  /** Does something in the folder; where its file is not there, the folder itself may be gone. */
  private <T> T here(SpareDescriptors.Opening<T> work) throws IOException {
    try {
      return work.run();
    } catch (NoSuchFileException gone) {
      fence.requireOwnByName();
      throw gone;
    }
  }

  private DiskFile file(String name, boolean create) throws IOException {
    if (create) {
      fence.requireOwnByName();
    }
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
    requireOwnedByName();
    Files.move(
        folder.resolve(from),
        folder.resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(String name) throws IOException {
    requireOwnedByName();
    Files.deleteIfExists(folder.resolve(name));
  }

  @Override
  public void force() throws IOException {
    spares.with(
        () ->
            here(
                () -> {
                  force(folder);
                  return folder;
                }));
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
  public void requireOwned() throws IOException {
    fence.requireOwn();
  }

  @Override
  public void requireOwnedByName() throws IOException {
    spares.with(
        () -> {
          fence.requireOwnByName();
          return fence;
        });
  }

  @Override
  public long lookNanos() {
    return LOOK_NANOS;
  }

  @Override
  public long free() throws IOException {
    return here(store::getUsableSpace);
  }

  @Override
  public String describe() {
    return inWords(folder);
  }

  /**
   * Returns the name of a folder for a person, and the folder to which it leads if it is a link:
   * what is said of the data is of that one.
   */
  static String inWords(Path folder) {
    try {
      return Files.isSymbolicLink(folder)
          ? folder + " (a link to " + folder.toRealPath() + ")"
          : folder.toString();
    } catch (IOException leadsNowhere) {
      return folder.toString();
    }
  }

  /** Unlocks the folder for other openers. */
  @Override
  public void close() throws IOException {
    try (spares) {
      fence.close();
    } finally {
      OpenFolders.close(open);
    }
  }
}
