package tutti.access.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Appends lines to the files of an audit log. A line that could not be written whole is cut off
 * before the next one. For one thread.
 */
final class AuditWriter implements AutoCloseable {
  private static final int FILES = 16;
  private static final long LEAST_FILE = 64 << 10;

  /** A start reads the newest file as a whole. */
  private static final long MOST_FILE = 16 << 20;

  private static final String LOCK = "audit.lock";

  private final Path folder;
  private final long keep;
  private final InstantSource clock;
  private final FileChannel lockFile;
  private final List<Path> files;

  /** The file to which is written; null before the first line, and after a failure. */
  private @Nullable FileChannel out;

  /** The bytes of the newest file that are whole lines. */
  private long size;

  /** The bytes that were cut off at the start, since a crash had left a piece of a line. */
  private long torn;

  private long number;
  private String hash = AuditLine.FIRST;

  /**
   * Opens the log of a folder, which is made if it is missing.
   *
   * @param keep the bytes of the log that are kept at most; the oldest file goes first
   * @throws IOException if the folder cannot be written, another process writes it, or its last
   *     line is none
   */
  AuditWriter(Path folder, long keep, InstantSource clock) throws IOException {
    this.folder = folder;
    this.keep = keep;
    this.clock = clock;
    Files.createDirectories(folder);
    lockFile =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      requireAlone();
      files = new ArrayList<>(AuditFiles.all(folder));
      goOn();
    } catch (IOException | RuntimeException failed) {
      lockFile.close();
      throw failed;
    }
  }

  private void requireAlone() throws IOException {
    FileLock lock;
    try {
      lock = lockFile.tryLock();
    } catch (OverlappingFileLockException same) {
      lock = null;
    }
    if (lock == null) {
      throw new IOException(
          folder + ": another service writes its audit log there; name another folder");
    }
  }

  /** Finds the last line, and cuts off a piece of one behind it. */
  private void goOn() throws IOException {
    for (int i = files.size() - 1; i >= 0 && number == 0; i--) {
      Path file = files.get(i);
      byte[] all = Files.readAllBytes(file);
      int end = lastEnd(all, all.length);
      if (i == files.size() - 1) {
        size = end;
        torn = all.length - end;
      }
      if (end > 0) {
        byte[] text = Arrays.copyOfRange(all, lastEnd(all, end - 1), end - 1);
        AuditLine last = AuditLine.read(text);
        if (last == null) {
          throw new IOException(
              file + ": its last line is none of an audit log; move the folder away");
        }
        number = last.number();
        hash = AuditLine.hash(text);
      }
    }
  }

  /** Returns the place behind the last end of a line in the first bytes. */
  private static int lastEnd(byte[] bytes, int length) {
    int at = length;
    while (at > 0 && bytes[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  /** The bytes of a piece of a line that a crash had left, and that are cut off. */
  long torn() {
    return torn;
  }

  /**
   * Appends a line.
   *
   * @throws IOException if it could not be written; it is not in the log then
   */
  void append(String what, Map<String, @Nullable Object> more) throws IOException {
    byte[] text = AuditLine.text(number + 1, clock.instant(), what, more, hash);
    try {
      FileChannel to = file();
      ByteBuffer rest = ByteBuffer.allocate(text.length + 1).put(text).put((byte) '\n').flip();
      long at = size;
      while (rest.hasRemaining()) {
        at += to.write(rest, at);
      }
      size = at;
    } catch (IOException failed) {
      giveUpFile();
      throw failed;
    }
    number++;
    hash = AuditLine.hash(text);
  }

  /** Waits until the disk has all lines. */
  void force() throws IOException {
    FileChannel written = out;
    if (written == null) {
      return;
    }
    try {
      written.force(false);
    } catch (IOException failed) {
      giveUpFile();
      throw failed;
    }
  }

  /** Opens the newest file anew before the next line, and cuts off what is no whole line. */
  private void giveUpFile() throws IOException {
    FileChannel open = out;
    out = null;
    if (open != null) {
      open.close();
    }
  }

  /** The bytes after which a file is followed by another one. */
  private long fileBytes() {
    return Math.clamp(keep / FILES, LEAST_FILE, MOST_FILE);
  }

  private FileChannel file() throws IOException {
    FileChannel open = out;
    if (open != null && size < fileBytes()) {
      return open;
    }
    if (open != null) {
      open.force(false);
      giveUpFile();
    }
    boolean fresh = files.isEmpty() || size >= fileBytes();
    Path next = fresh ? AuditFiles.of(folder, number + 1) : files.getLast();
    open =
        FileChannel.open(next, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), own());
    out = open;
    if (fresh) {
      if (files.isEmpty() || !files.getLast().equals(next)) {
        files.add(next);
      }
      size = 0;
      forget();
    }
    open.truncate(size);
    return open;
  }

  /** The rights of a new file: nobody else on the machine reads it. */
  private FileAttribute<?>[] own() {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private void forget() throws IOException {
    long kept = 0;
    for (Path each : files) {
      kept += Files.exists(each) ? Files.size(each) : 0;
    }
    while (files.size() > 1 && kept > keep - fileBytes()) {
      Path oldest = files.removeFirst();
      kept -= Files.exists(oldest) ? Files.size(oldest) : 0;
      Files.deleteIfExists(oldest);
    }
  }

  @Override
  public void close() throws IOException {
    try (lockFile) {
      force();
      giveUpFile();
    }
  }
}
