package tutti.engine.journal.disk;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.DataFolderRefused.Kind;

/**
 * The file of a data folder that identifies its newest opener. Each opening process writes a name
 * of its own into the file before it reads anything else, and reads the file again later: if it
 * then finds another name, another process has taken the folder over. That happens only where locks
 * do not work: on some network file systems, or if the lock file was removed.
 *
 * <p>A log reads this file between a flush and the answers that rest on the flush. So it
 * acknowledges nothing that a new opener has not read, since the new opener has written its name
 * first. Thread-safe.
 */
final class Fence implements AutoCloseable {
  /** The file's name. */
  static final String NAME = "fence";

  /** The length of the file: one name is written over another. */
  private static final int LENGTH = 128;

  private final Path path;
  private final byte[] own;
  private final byte[] read = new byte[LENGTH];
  private final RandomAccessFile file;

  private Fence(Path path, byte[] own, RandomAccessFile file) {
    this.path = path;
    this.own = own;
    this.file = file;
  }

  /** Takes the folder for this opener. */
  static Fence take(Path folder) throws IOException {
    String name =
        UUID.randomUUID()
            + " process "
            + ProcessHandle.current().pid()
            + " since "
            + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    byte[] own = Arrays.copyOf(name.getBytes(StandardCharsets.US_ASCII), LENGTH);
    Arrays.fill(own, name.length(), LENGTH - 1, (byte) ' ');
    own[LENGTH - 1] = '\n';
    Path path = folder.resolve(NAME);
    // Operations of a RandomAccessFile, unlike those of a channel, do not close it if the thread is
    // interrupted.
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      file.write(own);
      file.setLength(LENGTH);
      file.getFD().sync();
      return new Fence(path, own, file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Reads the file that this opener has written. Costs about a microsecond.
   *
   * @throws DataFolderRefused if another opener has written it since
   */
  synchronized void requireOwn() throws IOException {
    require(file);
  }

  /**
   * Opens the file by its name, which also notices that the folder was removed or exchanged, and
   * reads it.
   *
   * @throws DataFolderRefused if it is not as this opener has written it
   */
  synchronized void requireOwnByName() throws IOException {
    require(file);
    try (RandomAccessFile named = new RandomAccessFile(path.toFile(), "r")) {
      require(named);
    } catch (FileNotFoundException | NoSuchFileException gone) {
      if (!Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
        // Java says the same of a file that cannot be opened: too many are open, or it is
        // forbidden.
        throw new IOException("cannot be read: " + gone.getMessage(), gone);
      }
      throw new DataFolderRefused(
          Kind.TAKEN_OVER,
          "the file "
              + path
              + " of a folder in use is gone: the folder was removed or moved while this process"
              + " used it, so this process stops, and has acknowledged nothing since it noticed."
              + " Start again with the folder that has the data",
          gone);
    }
  }

  private void require(RandomAccessFile in) throws IOException {
    in.seek(0);
    int length = 0;
    for (int count = 0;
        count >= 0 && length < LENGTH;
        count = in.read(read, length, LENGTH - length)) {
      length += count;
    }
    if (length < LENGTH || !Arrays.equals(own, read)) {
      throw takenOver(new String(read, 0, length, StandardCharsets.US_ASCII).strip());
    }
  }

  private DataFolderRefused takenOver(String by) {
    int name = by.indexOf(' ');
    return new DataFolderRefused(
        Kind.TAKEN_OVER,
        "another opener ("
            + (name < 0 ? "unknown" : by.substring(name + 1))
            + ") uses the data folder "
            + path.getParent()
            + " now, though this process has it locked: this one stops, and has acknowledged"
            + " nothing since. Locks do not hold on this file system, or the file 'lock' was"
            + " removed; make sure that one process at a time uses the folder");
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
