package tutti.engine.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Format.Frame;

/**
 * Frames that are made of records in memory, a frame at a time as they are read. The first frame is
 * empty: it takes the positions that the records' log had and this one has not. Not thread-safe.
 */
final class RecordFrames implements LogCopy.Frames {
  /** The number of bytes at which a frame is closed and the next one begun. */
  private static final int FULL_BYTES = 256 << 10;

  /** A frame, and the first of its records. */
  private record Made(Frame frame, int first) {}

  private final List<byte[]> records;
  private final List<Made> frames = new ArrayList<>();
  private final long start;
  private long next;

  /** The bytes of the frame that was read last, with its padding, and which that is. */
  private byte[] rendered = new byte[0];

  private @Nullable Made renderedOf;

  /**
   * @param from the position behind which the records come
   * @param skipped how many bytes more the first frame takes than the block that holds {@code from}
   */
  RecordFrames(long from, List<byte[]> records, long skipped) {
    this.records = records;
    this.start = from & -Format.BLOCK;
    this.next = start;
    add(Math.toIntExact(Format.FRAME_BYTES + Format.BLOCK + skipped), 0, 0);
    int first = 0;
    long length = Format.FRAME_BYTES;
    for (int at = 0; at < records.size(); at++) {
      int more = Format.RECORD_BYTES + records.get(at).length;
      if (at > first && length + more > FULL_BYTES) {
        add((int) length, at - first, first);
        first = at;
        length = Format.FRAME_BYTES;
      }
      length += more;
    }
    if (first < records.size()) {
      add((int) length, records.size() - first, first);
    }
  }

  private void add(int length, int count, int first) {
    frames.add(new Made(new Frame(length, count, next, next), first));
    next = Format.padded(next + length);
  }

  /** The position of the first frame. */
  long start() {
    return start;
  }

  @Override
  public long size() {
    return next - start;
  }

  @Override
  public void read(ByteBuffer into, long at) {
    long position = start + at;
    for (Made each : frames) {
      if (!into.hasRemaining()) {
        return;
      }
      if (each.frame.next() > position) {
        byte[] bytes = render(each);
        int offset = (int) (position - each.frame.position());
        int count = Math.min(into.remaining(), bytes.length - offset);
        into.put(bytes, offset, count);
        position += count;
      }
    }
  }

  private byte[] render(Made made) {
    if (made != renderedOf) {
      Frame frame = made.frame;
      rendered = new byte[(int) (frame.next() - frame.position())];
      ByteBuffer bytes = ByteBuffer.wrap(rendered).position(Format.FRAME_BYTES);
      for (byte[] record : records.subList(made.first, made.first + frame.records())) {
        bytes.putInt(record.length).put(record);
      }
      Format.sealFrame(rendered, frame);
      renderedOf = made;
    }
    return rendered;
  }
}
