package tutti.engine.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The records of one frame while they are gathered. Guarded by the journal's lock until it is taken
 * for writing, then owned by the flusher. Reused.
 */
final class Batch {
  /** A batch that waits for the flusher may have a single record, and thousands may wait. */
  private static final int FIRST_BYTES = 4 << 10;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;
  private int records;
  private long position;
  private boolean opensSegment;

  Batch begin(long position) {
    this.position = position;
    length = Format.FRAME_BYTES;
    records = 0;
    opensSegment = false;
    return this;
  }

  /** Makes this the first batch of a new segment. */
  void openSegment() {
    opensSegment = true;
  }

  boolean opensSegment() {
    return opensSegment;
  }

  void add(byte[] from, int offset, int count) {
    int needed = length + Format.RECORD_BYTES + count;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(bytes.length * 2L, Format.padded(needed)));
    }
    bytes[length] = (byte) (count >>> 24);
    bytes[length + 1] = (byte) (count >>> 16);
    bytes[length + 2] = (byte) (count >>> 8);
    bytes[length + 3] = (byte) count;
    System.arraycopy(from, offset, bytes, length + Format.RECORD_BYTES, count);
    length = needed;
    records++;
  }

  boolean isEmpty() {
    return records == 0;
  }

  int records() {
    return records;
  }

  /** Returns the number of bytes of the frame so far. */
  int length() {
    return length;
  }

  long position() {
    return position;
  }

  /** The position after the newest record. */
  long end() {
    return position + length;
  }

  /**
   * The frame's bytes, ready to write, padded with zeros to the next block. The frame says that all
   * before it is durable, so it must not be written earlier.
   */
  ByteBuffer seal() {
    int padded = (int) Format.padded(length);
    if (padded > bytes.length) {
      bytes = Arrays.copyOf(bytes, padded);
    }
    Arrays.fill(bytes, length, padded, (byte) 0);
    Format.sealFrame(bytes, new Format.Frame(length, records, position, position));
    return ByteBuffer.wrap(bytes, 0, padded);
  }

  /** The bytes of its memory, of which the frame may need a part. */
  int memory() {
    return bytes.length;
  }

  /** Whether its memory is small enough to keep for the next batch. */
  boolean reusable() {
    return memory() <= 1 << 20;
  }
}
