package tutti.engine.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.journal.Format.Frame;

/**
 * The reader of a log at recovery, which distinguishes a torn tail from damage. Reading does not
 * change the disk. Not thread-safe.
 *
 * <p>A segment exists only when all before it is durable, and a frame records how far the log was
 * durable when it was written. So bytes that are no whole frame are the torn end of the log exactly
 * if there is no later segment, and no later whole frame which records that they were durable;
 * otherwise they were acknowledged once, and recovery refuses to continue.
 */
final class JournalReader {
  /**
   * The content of a log.
   *
   * @param segments the segments with positions from {@code from} on, oldest first; empty in a new
   *     folder
   * @param older names of segments that are wholly before {@code from}, and may be deleted
   * @param lastFrame the position of the last frame of the last segment; {@code append} if it has
   *     none
   * @param append the position at which the next frame begins
   * @param end the position after the newest record; {@code from} if there is none later
   * @param records how many records were visited
   * @param torn the number of bytes after {@code append} that a write left which was never
   *     acknowledged
   * @param endMarked whether the last frame is an end mark, since the node was stopped in order
   * @param dirty whether bytes other than zeros are after {@code append} in the last segment
   */
  record Found(
      List<Segment> segments,
      List<String> older,
      long lastFrame,
      long append,
      long end,
      long records,
      long torn,
      boolean endMarked,
      boolean dirty) {}

  /** A segment's file and the position after its header. */
  record Segment(String name, long start) {
    long offset(long position) {
      return Format.HEADER_BYTES + position - start;
    }
  }

  private final Disk disk;
  private final long from;
  private final RecordVisitor visitor;
  private long end;
  private long records;
  private long lastFrame;
  private boolean endMarked;

  private JournalReader(Disk disk, long from, RecordVisitor visitor) {
    this.disk = disk;
    this.from = from;
    this.visitor = visitor;
    this.end = from;
  }

  /**
   * Visits all records after {@code from}.
   *
   * @throws CorruptJournal if durable data is damaged or missing
   * @throws DataFolderRefused if a newer version wrote the log
   */
  static Found read(Disk disk, long from, RecordVisitor visitor) throws IOException {
    Found found = new JournalReader(disk, from, visitor).read();
    visitor.end();
    return found;
  }

  private Found read() throws IOException {
    List<Segment> all = new ArrayList<>();
    for (String name : disk.list()) {
      long start = Format.segmentStart(name);
      if (start >= 0) {
        all.add(new Segment(name, start));
      }
    }
    int first = 0;
    while (first + 1 < all.size() && all.get(first + 1).start() <= from) {
      first++;
    }
    List<String> older = all.subList(0, first).stream().map(Segment::name).toList();
    List<Segment> segments = List.copyOf(all.subList(first, all.size()));
    if (segments.isEmpty()) {
      if (from > 0) {
        throw missing(from);
      }
      return new Found(segments, older, 0, 0, 0, 0, 0, false, false);
    }
    if (segments.getFirst().start() > from) {
      throw missing(from);
    }
    return readSegments(segments, older);
  }

  private CorruptJournal missing(long position) {
    return new CorruptJournal(
        disk.describe(),
        "log-*",
        0,
        "the segment that holds position " + position + " of the log is missing");
  }

  private Found readSegments(List<Segment> segments, List<String> older) throws IOException {
    long position = segments.getFirst().start();
    for (int i = 0; i < segments.size() - 1; i++) {
      Segment segment = segments.get(i);
      try (SegmentFile file = SegmentFile.open(disk, segment)) {
        position = readFrames(file, segment.start());
      }
      if (position != segments.get(i + 1).start()) {
        throw new CorruptJournal(
            disk.describe(),
            segment.name(),
            segment.offset(position),
            "no whole frame here, but the log goes on in "
                + segments.get(i + 1).name()
                + " (or a segment between them is missing)");
      }
    }
    Segment last = segments.getLast();
    try (SegmentFile file = SegmentFile.open(disk, last)) {
      position = readFrames(file, last.start());
      if (file.followed()) {
        throw new CorruptJournal(
            disk.describe(),
            last.name(),
            last.offset(position),
            "the log went on in another file, %s or a later one, which is missing"
                .formatted(Format.segmentName(position)));
      }
      refuseIfOnceDurable(file, last, position);
      if (position < from) {
        throw new CorruptJournal(
            disk.describe(),
            last.name(),
            last.offset(position),
            "the log ends here, before position " + from + " that a checkpoint reaches");
      }
      boolean dirty = file.hasContentFrom(position);
      long torn =
          file.beginsFrame(position) || dirty && !file.recycled() ? tornBytes(file, position) : 0;
      return new Found(segments, older, lastFrame, position, end, records, torn, endMarked, dirty);
    }
  }

  /** Reads whole frames; gives the position after the last one. */
  private long readFrames(SegmentFile file, long start) throws IOException {
    long position = start;
    lastFrame = start;
    Frame frame;
    while ((frame = file.wholeFrame(position)) != null) {
      endMarked = frame.records() == 0;
      if (frame.end() > from) {
        visit(file, frame);
      }
      lastFrame = position;
      position = frame.next();
    }
    return position;
  }

  private void visit(SegmentFile file, Frame frame) throws IOException {
    byte[] bytes = file.array();
    int base = file.arrayOffset(frame.position());
    int at = Format.FRAME_BYTES;
    for (int i = 0; i < frame.records(); i++) {
      int length = at + Format.RECORD_BYTES <= frame.length() ? file.intAt(base + at) : -1;
      int next = at + Format.RECORD_BYTES + length;
      if (length < 0 || next < 0 || next > frame.length()) {
        throw new CorruptJournal(
            disk.describe(),
            file.segment().name(),
            file.segment().offset(frame.position() + at),
            "a record is longer than its frame");
      }
      if (frame.position() + next > from) {
        visitor.record(frame.position() + next, bytes, base + at + Format.RECORD_BYTES, length);
        records++;
        end = frame.position() + next;
      }
      at = next;
    }
  }

  /** Looks for a later frame that was written when the bytes at {@code bad} were durable. */
  private void refuseIfOnceDurable(SegmentFile file, Segment segment, long bad) throws IOException {
    for (long at = bad + Format.BLOCK; at < file.limit(); at += Format.BLOCK) {
      Frame later = file.wholeFrame(at);
      if (later != null && later.durable() > bad) {
        throw new CorruptJournal(
            disk.describe(),
            segment.name(),
            segment.offset(bad),
            "no whole frame here, but the frame at offset "
                + segment.offset(at)
                + " was written after these bytes were durable");
      }
    }
  }

  private static long tornBytes(SegmentFile file, long position) throws IOException {
    Frame begun = file.frame(position);
    return begun != null ? begun.length() : Format.BLOCK;
  }
}
