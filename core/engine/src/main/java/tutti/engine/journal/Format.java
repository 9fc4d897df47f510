package tutti.engine.journal;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a log segment: a header, then frames (see the package's card). All numbers are big
 * endian. Pure functions.
 */
final class Format {
  /** The version of the folder's files that this code writes; since it, records have callers. */
  static final int VERSION = 4;

  /** The oldest version of the folder's files that this code reads. */
  static final int OLDEST = 3;

  /** The alignment of frames, so that no write touches a sector that is durable. */
  static final int BLOCK = 512;

  static final int HEADER_BYTES = 4096;
  static final int FRAME_BYTES = 32;
  static final int RECORD_BYTES = 4;

  /** A frame that has this many bytes is closed and the next one begun. */
  static final int FULL_FRAME_BYTES = 8 << 20;

  static final int MAX_RECORD_BYTES = 16 << 20;
  static final int MAX_FRAME_BYTES = FRAME_BYTES + RECORD_BYTES + MAX_RECORD_BYTES;

  private static final long SEGMENT_MAGIC = 0x5455545449_4C4F47L; // TUTTILOG
  private static final int FRAME_MAGIC = 0x54464D31; // TFM1
  private static final int HEADER_USED = 40;

  /** The place of {@link #followed()} in a segment: a block of the header of its own. */
  static final int FOLLOWED_AT = BLOCK;

  private static final long FOLLOWED_MAGIC = 0x464F4C4C4F574544L; // FOLLOWED

  private Format() {}

  /**
   * A segment's header.
   *
   * @param start the position in the log of the byte after the header
   * @param size the size of the file in bytes, including this header
   * @param recycled whether the file held an older part of the log before, whose bytes may remain
   * @param followed whether another segment has followed this one
   */
  record Header(int version, long start, long size, boolean recycled, boolean followed) {}

  /**
   * A frame's header.
   *
   * @param length the length of the frame with this header, without the padding up to the next
   *     block
   * @param position the position of the frame in the log
   * @param durable the position up to which the log was durable before the frame was written
   */
  record Frame(int length, int records, long position, long durable) {
    long end() {
      return position + length;
    }

    /** Returns where the next frame begins, if it is in this segment. */
    long next() {
      return padded(end());
    }
  }

  static long padded(long position) {
    return (position + BLOCK - 1) & -BLOCK;
  }

  static String segmentName(long start) {
    return "log-" + hex(start);
  }

  /** A position as names of files have it: in their order, too. */
  static String hex(long position) {
    return HexFormat.of().toHexDigits(position);
  }

  /** The start in a segment's name, or -1 if it is not the name of a segment. */
  static long segmentStart(String name) {
    if (name.length() != 20 || !name.startsWith("log-")) {
      return -1;
    }
    try {
      long start = Long.parseUnsignedLong(name, 4, 20, 16);
      return segmentName(start).equals(name) ? start : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  static ByteBuffer header(long start, long size, boolean recycled) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    header.putLong(SEGMENT_MAGIC).putInt(VERSION).putInt(recycled ? 1 : 0).putLong(start);
    header.putLong(size).putInt(BLOCK);
    header.putInt(crc(header.array(), 0, HEADER_USED - 4));
    return header.clear();
  }

  /** Returns the mark of a segment that another one has followed. */
  static ByteBuffer followed() {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, FOLLOWED_MAGIC);
  }

  /**
   * Reads a segment's header, or null if it is damaged. For a newer version only the version is
   * known.
   */
  static @Nullable Header readHeader(ByteBuffer bytes) {
    if (bytes.remaining() < HEADER_USED || bytes.getLong(0) != SEGMENT_MAGIC) {
      return null;
    }
    int version = bytes.getInt(8);
    if (version > VERSION) {
      return new Header(version, 0, 0, false, false);
    }
    int crc = crc(bytes.array(), bytes.arrayOffset(), HEADER_USED - 4);
    if (crc != bytes.getInt(HEADER_USED - 4) || bytes.getInt(32) != BLOCK) {
      return null;
    }
    boolean followed =
        bytes.remaining() >= HEADER_BYTES && bytes.getLong(FOLLOWED_AT) == FOLLOWED_MAGIC;
    return new Header(
        version, bytes.getLong(16), bytes.getLong(24), bytes.getInt(12) != 0, followed);
  }

  /** Writes the frame's header, and its checksum over all of the frame, into its first bytes. */
  static void sealFrame(byte[] bytes, Frame frame) {
    ByteBuffer.wrap(bytes)
        .putInt(FRAME_MAGIC)
        .putInt(0)
        .putInt(frame.length())
        .putInt(frame.records())
        .putLong(frame.position())
        .putLong(frame.durable())
        .putInt(4, crc(bytes, 8, frame.length() - 8));
  }

  /**
   * The header of the frame at {@code position}, or null if no frame was begun there: other bytes,
   * zeros, or a frame of an older part of the log that the file held before. Whether the frame is
   * whole, only its checksum tells.
   */
  static @Nullable Frame readFrame(ByteBuffer bytes, int at, long position, long room) {
    if (bytes.getInt(at) != FRAME_MAGIC || bytes.getLong(at + 16) != position) {
      return null;
    }
    Frame frame =
        new Frame(bytes.getInt(at + 8), bytes.getInt(at + 12), position, bytes.getLong(at + 24));
    boolean sane =
        frame.length() >= FRAME_BYTES
            && frame.length() <= Math.min(room, MAX_FRAME_BYTES)
            && frame.records() >= 0;
    return sane ? frame : null;
  }

  static boolean frameIsWhole(ByteBuffer bytes, int at, Frame frame) {
    int crc = crc(bytes.array(), bytes.arrayOffset() + at + 8, frame.length() - 8);
    return crc == bytes.getInt(at + 4);
  }

  static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
