package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.Format.Header;
import tutti.engine.journal.JournalReader.Segment;

/**
 * A part of a running log as files of its own. The files are no longer than their frames, and the
 * last file ends with an end mark, as the log of a node that was stopped in order: so damage to any
 * file is distinguished from a torn tail. Not thread-safe.
 */
public final class LogCopy {
  private final Disk disk;
  private final List<SegmentCopy> segments = new ArrayList<>();

  /**
   * One segment of the copy.
   *
   * @param header the header of the file
   * @param frames the frames that follow
   * @param mark the end mark after them; empty if there is none
   */
  private record SegmentCopy(String name, ByteBuffer header, Frames frames, ByteBuffer mark) {
    long size() {
      return Format.HEADER_BYTES + frames.size() + mark.capacity();
    }
  }

  /** The frames of a segment. */
  interface Frames {
    /** Returns the number of bytes of the frames. */
    long size();

    /**
     * Reads some bytes of them into a buffer, until it is full.
     *
     * @param at counts from the first frame
     */
    void read(ByteBuffer into, long at) throws IOException;
  }

  /** The frames of a segment that is on the disk. */
  private record FramesOfFile(Disk disk, String name, long size) implements Frames {
    @Override
    public void read(ByteBuffer into, long at) throws IOException {
      int count = into.remaining();
      try (DiskFile file = disk.open(name, false)) {
        if (file.read(into, Format.HEADER_BYTES + at) < count) {
          throw new CorruptJournal(
              disk.describe(), name, Format.HEADER_BYTES + at, "the file ends within the log");
        }
      }
    }
  }

  private LogCopy(Disk disk) {
    this.disk = disk;
  }

  /**
   * Makes a log of records that follow a checkpoint, for a folder whose log is kept elsewhere, in
   * another form.
   *
   * @param from the position that the checkpoint reaches
   * @param records the records behind that position, in order
   * @param skipped how many more bytes the records took in the other log: positions skip these, so
   *     that no record has a lower position than it had there
   */
  public static LogCopy of(Disk disk, long from, List<byte[]> records, long skipped) {
    RecordFrames frames = new RecordFrames(from, records, skipped);
    LogCopy copy = new LogCopy(disk);
    copy.add(Format.segmentName(frames.start()), frames.start(), frames, true);
    return copy;
  }

  /**
   * Copies the log of a folder from the segment that holds {@code from} up to {@code end}. The
   * segments must not be given up meanwhile, and {@code end} must be durable and the end of a frame
   * ({@link SegmentedJournal#hold}).
   */
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
    Frames frames = new FramesOfFile(disk, segment.name(), end - segment.start());
    add(segment.name(), segment.start(), frames, last);
  }

  private void add(String name, long start, Frames frames, boolean last) {
    long end = start + frames.size();
    ByteBuffer mark = last && end > 0 ? endMark(end) : ByteBuffer.allocate(0);
    long size = Format.HEADER_BYTES + frames.size() + mark.capacity();
    segments.add(new SegmentCopy(name, Format.header(start, size, false), frames, mark));
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
    long framesEnd = Format.HEADER_BYTES + segment.frames().size();
    if (into.hasRemaining() && at + position < framesEnd) {
      int count = (int) Math.min(into.remaining(), framesEnd - at - position);
      segment
          .frames()
          .read(into.slice(into.position(), count), at + position - Format.HEADER_BYTES);
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
    return read(disk, from, (position, bytes, at, length) -> {});
  }

  /**
   * Visits the records of a log that may end anywhere, and changes nothing.
   *
   * @return their number
   */
  public static long visit(Disk disk, long from, RecordVisitor visitor) throws IOException {
    return JournalReader.read(disk, from, visitor).records();
  }

  /**
   * Reads a whole log as {@link #check} does, and visits its records.
   *
   * @return their number
   */
  public static long read(Disk disk, long from, RecordVisitor visitor) throws IOException {
    JournalReader.Found found = JournalReader.read(disk, from, visitor);
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
