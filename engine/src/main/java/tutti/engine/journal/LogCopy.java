package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.Format.Header;
import tutti.engine.journal.JournalReader.Segment;

/**
 * A part of a running log as files of its own: every segment from the one that holds {@code from},
 * up to {@code end}. They are no longer than their frames, and the last one ends with an end mark,
 * as the log of a node that was stopped in order: damage to any of it is told from a torn tail. Not
 * thread-safe.
 *
 * <p>The segments must not be given up meanwhile, and {@code end} must be durable and the end of a
 * frame ({@link SegmentedJournal#hold}).
 */
public final class LogCopy {
  private final Disk disk;
  private final List<SegmentCopy> segments = new ArrayList<>();

  /**
   * One segment as it will be.
   *
   * @param header of the file as it will be
   * @param frames how many bytes of frames follow, as they are on the disk
   * @param mark the end mark after them, or empty
   */
  private record SegmentCopy(String name, ByteBuffer header, long frames, ByteBuffer mark) {
    long size() {
      return Format.HEADER_BYTES + frames + mark.capacity();
    }
  }

  private LogCopy(Disk disk) {
    this.disk = disk;
  }

  /** The log of a folder from the segment that holds {@code from} up to {@code end}. */
  public static LogCopy of(Disk disk, long from, long end) throws IOException {
    List<Segment> needed = new ArrayList<>();
    for (String name : disk.list()) {
      long start = Format.segmentStart(name);
      if (start >= 0 && start <= from) {
        needed.clear();
      }
      if (start >= 0 && (needed.isEmpty() || start < end)) {
        needed.add(new Segment(name, start));
      }
    }
    LogCopy copy = new LogCopy(disk);
    for (int i = 0; i < needed.size(); i++) {
      boolean last = i == needed.size() - 1;
      Segment segment = needed.get(i);
      copy.add(segment, last ? Format.padded(end) : needed.get(i + 1).start(), last);
    }
    return copy;
  }

  private void add(Segment segment, long end, boolean last) throws IOException {
    checkHeader(segment);
    long frames = end - segment.start();
    ByteBuffer mark = last && end > 0 ? endMark(end) : ByteBuffer.allocate(0);
    long size = Format.HEADER_BYTES + frames + mark.capacity();
    segments.add(
        new SegmentCopy(segment.name(), Format.header(segment.start(), size, false), frames, mark));
  }

  private void checkHeader(Segment segment) throws IOException {
    try (DiskFile file = disk.open(segment.name(), false)) {
      ByteBuffer bytes = ByteBuffer.allocate(Format.HEADER_BYTES);
      file.read(bytes, 0);
      Header header = Format.readHeader(bytes.flip());
      if (header == null || header.start() != segment.start()) {
        throw new CorruptJournal(
            disk.describe(), segment.name(), 0, "this is not the header of this log segment");
      }
    }
  }

  private static ByteBuffer endMark(long position) {
    byte[] mark = new byte[Format.BLOCK];
    Format.sealFrame(mark, new Format.Frame(Format.FRAME_BYTES, 0, position, position));
    return ByteBuffer.wrap(mark);
  }

  /** The names of its files, in the order of the log. */
  public List<String> files() {
    return segments.stream().map(SegmentCopy::name).toList();
  }

  /** Returns the size of one of its files, in bytes. */
  public long size(String name) {
    return segment(name).size();
  }

  /** Reads a file of it at {@code at}, until the buffer is full or the file ends. */
  public void read(String name, long at, ByteBuffer into) throws IOException {
    SegmentCopy segment = segment(name);
    long position = put(segment.header(), at, into, 0);
    long framesEnd = Format.HEADER_BYTES + segment.frames();
    if (into.hasRemaining() && at + position < framesEnd) {
      int count = (int) Math.min(into.remaining(), framesEnd - at - position);
      ByteBuffer part = into.slice(into.position(), count);
      try (DiskFile file = disk.open(name, false)) {
        if (file.read(part, at + position) < count) {
          throw new CorruptJournal(
              disk.describe(), name, at + position, "the file ends within the log");
        }
      }
      into.position(into.position() + count);
      position += count;
    }
    put(segment.mark(), at + position, into, framesEnd);
  }

  /** Puts the part of {@code bytes}, which begin at {@code begins}, that is from {@code at} on. */
  private static int put(ByteBuffer bytes, long at, ByteBuffer into, long begins) {
    long offset = at - begins;
    if (offset < 0 || offset >= bytes.capacity() || !into.hasRemaining()) {
      return 0;
    }
    int count = (int) Math.min(into.remaining(), bytes.capacity() - offset);
    into.put(bytes.slice((int) offset, count));
    return count;
  }

  private SegmentCopy segment(String name) {
    return segments.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no file " + name));
  }

  /**
   * Reads a whole log that is not being written, and checks all of it.
   *
   * @param from the position that its checkpoint reaches
   * @return the number of records after it
   * @throws CorruptJournal if it is damaged, or does not end with an end mark
   */
  public static long check(Disk disk, long from) throws IOException {
    JournalReader.Found found = JournalReader.read(disk, from, (position, bytes, at, length) -> {});
    if (found.append() > 0 && !found.endMarked()) {
      throw new CorruptJournal(
          disk.describe(),
          found.segments().getLast().name(),
          found.segments().getLast().offset(found.append()),
          "the log ends here, without an end mark");
    }
    return found.records();
  }
}
