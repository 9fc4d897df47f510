package tutti.protocol.integrated;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The number of the application's version under which bytes were written, in front of the bytes.
 * The first version has no tag, so that its bytes are as they were before applications could
 * change; a later version has a tag of seven bytes with which no count begins. Bytes of the first
 * version that look like a tag themselves get a tag of the first version ({@link #tagged}).
 * Thread-safe.
 *
 * <p>For example, {@code 83 80 80 80 80 80 01} stands before bytes that version 3 has written.
 */
public final class VersionTag {
  /** The version that no other came before. */
  public static final long FIRST = 1;

  /** The number of what all versions write and read alike. */
  public static final long ANY = 0;

  /** The highest version number. */
  public static final long MOST = (1L << 21) - 1;

  /** Above all counts that bytes without a tag begin with. */
  private static final long BASE = 1L << 42;

  private static final int BYTES = 7;

  /** The bytes of a tag that have a number's bits; those behind them are the same in all tags. */
  private static final int NUMBER_BYTES = 3;

  private static final int BITS = 7;

  private VersionTag() {}

  /**
   * Appends the tag of a version, before bytes that begin with a count.
   *
   * @param version at most {@link #MOST}
   */
  public static void put(Encoder out, long version) {
    if (version < ANY || version > MOST) {
      throw new IllegalArgumentException("no version has the number " + version);
    }
    if (version != FIRST) {
      out.putVarLong(BASE + version);
    }
  }

  /**
   * Returns bytes that may begin with anything, a hash for example, behind the tag of a version.
   *
   * @param version at most {@link #MOST}
   */
  public static byte[] tagged(long version, byte[] bytes) {
    Encoder out = new Encoder();
    put(out, version);
    if (version == FIRST && isTagged(bytes)) {
      out.putVarLong(BASE + FIRST);
    }
    return out.putRaw(bytes, 0, bytes.length).toByteArray();
  }

  private static boolean isTagged(byte[] bytes) {
    if (bytes.length < BYTES || bytes[BYTES - 1] != 1) {
      return false;
    }
    for (int i = 0; i < BYTES - 1; i++) {
      if (i < NUMBER_BYTES ? bytes[i] >= 0 : bytes[i] != Byte.MIN_VALUE) {
        return false;
      }
    }
    return true;
  }

  /** Returns the version that has written the bytes. */
  public static long of(byte[] bytes) {
    if (!isTagged(bytes)) {
      return FIRST;
    }
    long number = 0;
    for (int i = NUMBER_BYTES - 1; i >= 0; i--) {
      number = number << BITS | bytes[i] & 0x7f;
    }
    return number;
  }

  /** Returns a decoder of the bytes behind the tag. */
  public static Decoder behind(byte[] bytes) {
    int begin = isTagged(bytes) ? BYTES : 0;
    return new Decoder(bytes, begin, bytes.length - begin);
  }
}
