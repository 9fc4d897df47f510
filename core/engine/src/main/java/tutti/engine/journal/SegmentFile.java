package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.Format.Frame;
import tutti.engine.journal.Format.Header;
import tutti.engine.journal.JournalReader.Segment;

/** A segment opened for reading, through a window that moves over the file. Not thread-safe. */
final class SegmentFile implements AutoCloseable {
  private static final int WINDOW = 1 << 20;

  private final DiskFile file;
  private final Segment segment;
  private final long limit;
  private final boolean recycled;
  private final boolean followed;
  private ByteBuffer window;
  private long windowStart;

  private SegmentFile(DiskFile file, Segment segment, long limit, Header header) {
    this.file = file;
    this.segment = segment;
    this.limit = limit;
    this.recycled = header.recycled();
    this.followed = header.followed();
    this.windowStart = segment.start();
    this.window = ByteBuffer.allocate((int) Math.min(WINDOW, limit - segment.start())).limit(0);
  }

  static SegmentFile open(Disk disk, Segment segment) throws IOException {
    DiskFile file = disk.open(segment.name(), false);
    try {
      ByteBuffer bytes = ByteBuffer.allocate(Format.HEADER_BYTES);
      file.read(bytes, 0);
      Header header = Format.readHeader(bytes.flip());
      if (header != null && header.version() > Format.VERSION) {
        throw new DataFolderRefused(
            DataFolderRefused.Kind.NEWER_FORMAT,
            MetaStore.newer(disk, segment.name(), header.version()));
      }
      if (header == null || header.start() != segment.start()) {
        throw new CorruptJournal(
            disk.describe(), segment.name(), 0, "this is not the header of this log segment");
      }
      if (file.size() < Math.max(header.size(), Format.HEADER_BYTES)) {
        throw new CorruptJournal(
            disk.describe(),
            segment.name(),
            file.size(),
            "the file ends here, but had " + header.size() + " bytes");
      }
      long room = file.size() - Format.HEADER_BYTES & -Format.BLOCK;
      return new SegmentFile(file, segment, segment.start() + room, header);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  Segment segment() {
    return segment;
  }

  /** The position after the last block of the file. */
  long limit() {
    return limit;
  }

  boolean recycled() {
    return recycled;
  }

  /** Returns whether another segment has followed this one, durably. */
  boolean followed() {
    return followed;
  }

  /** The array that holds the window. */
  byte[] array() {
    return window.array();
  }

  int arrayOffset(long position) {
    return (int) (position - windowStart);
  }

  int intAt(int arrayOffset) {
    return window.getInt(arrayOffset);
  }

  /** The header of a frame that begins at {@code position}, whole or not. */
  @Nullable Frame frame(long position) throws IOException {
    if (!load(position, Format.FRAME_BYTES)) {
      return null;
    }
    return Format.readFrame(window, arrayOffset(position), position, limit - position);
  }

  boolean beginsFrame(long position) throws IOException {
    return frame(position) != null;
  }

  /** The frame at {@code position} if all of it is there; it is then in the window. */
  @Nullable Frame wholeFrame(long position) throws IOException {
    Frame frame = frame(position);
    return frame != null
            && load(position, frame.length())
            && Format.frameIsWhole(window, arrayOffset(position), frame)
        ? frame
        : null;
  }

  /** Whether bytes other than zeros are in the file from {@code position} on. */
  boolean hasContentFrom(long position) throws IOException {
    for (long at = position; at < limit; at += Format.BLOCK) {
      load(at, Format.BLOCK);
      int base = arrayOffset(at);
      for (int i = 0; i < Format.BLOCK; i += 8) {
        if (window.getLong(base + i) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Brings {@code length} bytes from {@code position} into the window; false if the file ends. */
  private boolean load(long position, int length) throws IOException {
    if (position + length > limit) {
      return false;
    }
    if (position >= windowStart && position + length <= windowStart + window.limit()) {
      return true;
    }
    if (length > window.capacity()) {
      window = ByteBuffer.allocate(length);
    }
    int count = (int) Math.min(window.capacity(), limit - position);
    window.clear().limit(count);
    file.read(window, segment.offset(position));
    window.flip();
    windowStart = position;
    return window.limit() >= length;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
