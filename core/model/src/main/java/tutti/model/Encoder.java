package tutti.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tutti.model.text.NameText;

/**
 * Writes bytes into an array that grows. The encoder is the hot path's only serialization
 * primitive. An encoder is reused, and not thread-safe.
 */
public final class Encoder {
  /** The greatest length of an array that every Java virtual machine can make. */
  private static final int LONGEST = Integer.MAX_VALUE - 8;

  /** The longest array that a reused encoder keeps, in bytes. */
  private static final int KEPT = 1 << 20;

  private byte[] bytes;
  private int size;
  private int most = LONGEST;

  public Encoder() {
    this(256);
  }

  public Encoder(int capacity) {
    bytes = new byte[Math.max(16, capacity)];
  }

  /**
   * Bounds what may be written from now on. An encoder without a bound of its own ends at what an
   * array can have.
   *
   * @param bytes which may be passed by as few as are written together
   * @return this
   */
  public Encoder atMost(int bytes) {
    most = bytes;
    return this;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    long needed = (long) size + more;
    if (needed > most) {
      throw new EncoderFull(needed, most);
    }
    long doubled = Math.min(2L * bytes.length, most);
    bytes = Arrays.copyOf(bytes, (int) Math.max(doubled, needed));
  }

  public Encoder putByte(int value) {
    room(1);
    bytes[size++] = (byte) value;
    return this;
  }

  /** Appends a number as unsigned LEB128: small numbers take one byte. */
  public Encoder putVarLong(long value) {
    room(10);
    while ((value & ~0x7FL) != 0) {
      bytes[size++] = (byte) (value & 0x7F | 0x80);
      value >>>= 7;
    }
    bytes[size++] = (byte) value;
    return this;
  }

  /** Appends a number in zig-zag form: small magnitudes of either sign take one byte. */
  public Encoder putSigned(long value) {
    return putVarLong(value << 1 ^ value >> 63);
  }

  public Encoder putLong(long value) {
    room(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  public Encoder putBoolean(boolean value) {
    return putByte(value ? 1 : 0);
  }

  /**
   * Appends the length in UTF-8 bytes, then the bytes. For texts that name something: they are read
   * as they were written.
   *
   * @throws IllegalArgumentException if the text has half of a surrogate pair, which UTF-8 cannot
   *     write; then nothing is appended
   */
  public Encoder putString(String value) {
    int begin = size;
    int length = value.length();
    putVarLong(length);
    room(length);
    for (int i = 0; i < length; i++) {
      char unit = value.charAt(i);
      if (unit >= 0x80) {
        size = begin;
        return putWide(value);
      }
      bytes[size++] = (byte) unit;
    }
    return this;
  }

  private Encoder putWide(String value) {
    if (!NameText.isWellFormed(value)) {
      throw new IllegalArgumentException(
          "a text with half of a surrogate pair cannot be written: " + NameText.readable(value));
    }
    return putBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Appends a text for people, such as the message of a refusal, in the form of {@link #putString}:
   * half of a surrogate pair becomes U+FFFD. Never for a text that names something.
   */
  public Encoder putMessage(String value) {
    return putString(NameText.readable(value));
  }

  /** Appends the length, then the bytes. */
  public Encoder putBytes(byte[] value) {
    putVarLong(value.length);
    return putRaw(value, 0, value.length);
  }

  public Encoder putRaw(byte[] value, int offset, int length) {
    room(length);
    System.arraycopy(value, offset, bytes, size, length);
    size += length;
    return this;
  }

  public int size() {
    return size;
  }

  /** The array that holds the written bytes; valid up to {@link #size()}, until the next put. */
  public byte[] array() {
    return bytes;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Begins anew. What one long value has taken is given back. */
  public Encoder clear() {
    size = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[KEPT >> 10];
    }
    return this;
  }
}
