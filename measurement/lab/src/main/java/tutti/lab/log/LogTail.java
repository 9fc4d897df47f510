package tutti.lab.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A follower of the log in a node's data folder, also while the node writes it, gives up old
 * segments and is killed: a frame that was once written whole is there after every {@code kill -9},
 * since the operating system has it. (After a power cut it need not be.) The files' format is in
 * {@code tutti.engine.journal}. Not thread-safe.
 */
final class LogTail {
  private static final long SEGMENT_MAGIC = 0x5455545449_4C4F47L; // TUTTILOG
  private static final int FRAME_MAGIC = 0x54464D31; // TFM1
  private static final int HEADER_BYTES = 4096;
  private static final int FRAME_BYTES = 32;
  private static final int RECORD_BYTES = 4;
  private static final int BLOCK = 512;
  private static final int LONGEST_FRAME = 32 << 20;
  private static final int TRIES = 5;

  private final Path folder;
  private final Visitor visitor;
  private long position;

  /** A visitor that is given the log's records in their order. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes one record.
     *
     * @param lsn its log sequence number: the position behind it
     */
    void record(long lsn, byte[] bytes);
  }

  /**
   * @param folder a node's data folder, which need not exist yet
   */
  public LogTail(Path folder, Visitor visitor) {
    this.folder = folder;
    this.visitor = visitor;
  }

  /** Returns the position up to which the log has been read. */
  public long position() {
    return position;
  }

  /**
   * Visits the records that are new since the last call, or since the log's beginning.
   *
   * @throws LogIncomplete if part of the log was given up before it was read, or is damaged
   * @throws IOException if the folder cannot be read
   */
  public void poll() throws IOException {
    for (int failed = 0; ; ) {
      TreeMap<Long, Path> segments = segments();
      if (segments.isEmpty()) {
        return;
      }
      Map.Entry<Long, Path> here = segments.floorEntry(position);
      if (here != null && read(here.getKey(), here.getValue())) {
        failed = 0;
      } else if (segments.higherKey(position) == null) {
        return;
      } else if (++failed == TRIES) {
        // The failure is reported only now: between the list and the read the node may have gone
        // on.
        throw new LogIncomplete(
            "the log in " + folder + " goes on, but what was at position " + position + " is gone");
      }
    }
  }

  private TreeMap<Long, Path> segments() throws IOException {
    TreeMap<Long, Path> segments = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return segments;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("log-[0-9a-f]{16}")) {
          segments.put(Long.parseUnsignedLong(name, 4, 20, 16), file);
        }
      }
    }
    return segments;
  }

  /** Reads on in a segment; returns whether there was anything. */
  private boolean read(long start, Path file) throws IOException {
    long before = position;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer head = bytes(channel, 0, HEADER_BYTES);
      if (head == null || head.getLong(0) != SEGMENT_MAGIC || head.getLong(16) != start) {
        return false;
      }
      ByteBuffer frame = wholeFrame(channel, start);
      while (frame != null) {
        visit(frame);
        position = padded(position + frame.capacity());
        frame = wholeFrame(channel, start);
      }
    } catch (NoSuchFileException givenUp) {
      return false;
    }
    return position > before;
  }

  private static long padded(long at) {
    return (at + BLOCK - 1) & -BLOCK;
  }

  /** Returns the frame at the position, or null if there is none, or only a part of it yet. */
  private @Nullable ByteBuffer wholeFrame(FileChannel channel, long start) throws IOException {
    long at = HEADER_BYTES + position - start;
    ByteBuffer head = bytes(channel, at, FRAME_BYTES);
    if (head == null || head.getInt(0) != FRAME_MAGIC || head.getLong(16) != position) {
      return null;
    }
    int length = head.getInt(8);
    if (length < FRAME_BYTES || length > LONGEST_FRAME) {
      return null;
    }
    ByteBuffer frame = bytes(channel, at, length);
    if (frame == null) {
      return null;
    }
    CRC32C crc = new CRC32C();
    crc.update(frame.array(), 8, length - 8);
    return (int) crc.getValue() == frame.getInt(4) ? frame : null;
  }

  /** Returns {@code length} bytes; null if the file ends before. */
  private static @Nullable ByteBuffer bytes(FileChannel channel, long at, int length)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        return null;
      }
    }
    return bytes.clear();
  }

  private void visit(ByteBuffer frame) throws LogIncomplete {
    int at = FRAME_BYTES;
    for (int i = frame.getInt(12); i > 0; i--) {
      int length = at + RECORD_BYTES <= frame.capacity() ? frame.getInt(at) : -1;
      int next = at + RECORD_BYTES + length;
      if (length < 0 || next < 0 || next > frame.capacity()) {
        throw new LogIncomplete(
            "a record of the log in " + folder + " is longer than its frame at " + position);
      }
      byte[] record = new byte[length];
      frame.get(at + RECORD_BYTES, record);
      visitor.record(position + next, record);
      at = next;
    }
  }
}
