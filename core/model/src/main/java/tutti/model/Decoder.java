package tutti.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes that an {@link Encoder} wrote. Every read is bounds-checked, so that damaged or
 * hostile bytes end in a {@link MalformedData}, never in a worse failure. Not thread-safe.
 */
public final class Decoder {
  private final byte[] bytes;
  private final int end;
  private int position;

  /** The values that were left out; null if none are to be. */
  private @Nullable Omissions omissions;

  /** Counts what a decoder and its parts leave out. */
  private static final class Omissions {
    private boolean any;
  }

  public Decoder(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  public Decoder(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.position = offset;
    this.end = offset + length;
  }

  private void need(int count) {
    if (count < 0 || end - position < count) {
      throw new MalformedData(
          "needs " + count + " more bytes at offset " + position + ", has " + (end - position));
    }
  }

  public int getByte() {
    need(1);
    return bytes[position++] & 0xFF;
  }

  public long getVarLong() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = getByte();
      value |= (long) (next & 0x7F) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new MalformedData("a number of more than ten bytes at offset " + position);
  }

  /** Reads a {@link #getVarLong} that must lie between 0 and {@code limit}. */
  public int getCount(int limit) {
    long value = getVarLong();
    if (value < 0 || value > limit) {
      throw new MalformedData("count " + value + " exceeds " + limit + " at offset " + position);
    }
    return (int) value;
  }

  public long getSigned() {
    long value = getVarLong();
    return value >>> 1 ^ -(value & 1);
  }

  public long getLong() {
    need(8);
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | bytes[position++] & 0xFF;
    }
    return value;
  }

  public boolean getBoolean() {
    return switch (getByte()) {
      case 0 -> false;
      case 1 -> true;
      default -> throw new MalformedData("neither true nor false at offset " + (position - 1));
    };
  }

  public String getString() {
    int length = getCount(end - position);
    need(length);
    String value = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return value;
  }

  public byte[] getBytes() {
    return getRaw(getCount(end - position));
  }

  /** Reads a number of bytes that have no length before them. */
  public byte[] getRaw(int length) {
    need(length);
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  /** Returns a decoder of the next {@code length} bytes, which are not copied. */
  public Decoder part(int length) {
    need(length);
    Decoder part = new Decoder(bytes, position, length);
    part.omissions = omissions;
    position += length;
    return part;
  }

  /**
   * Makes this decoder leave out each value that would be made by code of the application, such as
   * the constructor of a record: something else stands in its place, and {@link #hasOmitted} says
   * so. For example, a thread on which no such code may run finds out whether a message needs it.
   */
  public Decoder omittingCode() {
    omissions = new Omissions();
    return this;
  }

  /** Returns whether values that are made by code of the application are to be left out. */
  public boolean omitsCode() {
    return omissions != null;
  }

  /** Notes that a value was left out. */
  public void omitted() {
    if (omissions != null) {
      omissions.any = true;
    }
  }

  /** Returns whether a value was left out so far. */
  public boolean hasOmitted() {
    return omissions != null && omissions.any;
  }

  /** Returns a copy of the bytes that were read since that position. */
  public byte[] since(int earlier) {
    return Arrays.copyOfRange(bytes, earlier, position);
  }

  public int position() {
    return position;
  }

  public int remaining() {
    return end - position;
  }
}
