package tutti.protocol.integrated;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The number of the version of the application under which bytes were written, in front of them:
 * nothing for the first version, so that the bytes are as they were before applications could
 * change, else seven bytes that nothing else begins with. Thread-safe.
 *
 * <p>For example, {@code 83 80 80 80 80 80 01} stands before what version 3 has written.
 */
public final class VersionTag {
  /** The version that no other came before. */
  public static final long FIRST = 1;

  /** The number of what all versions write and read alike. */
  public static final long ANY = 0;

  /** The highest number. */
  public static final long MOST = (1L << 42) - 1;

  /** Above all counts that bytes without a tag begin with. */
  private static final long BASE = MOST + 1;

  private static final int BYTES = 7;
  private static final int BITS = 7;

  private VersionTag() {}

  /**
   * Appends the tag of a version.
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

  private static boolean isTagged(byte[] bytes) {
    if (bytes.length < BYTES || bytes[BYTES - 1] != 1) {
      return false;
    }
    for (int i = 0; i < BYTES - 1; i++) {
      if (bytes[i] >= 0) {
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
    for (int i = BYTES - 2; i >= 0; i--) {
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
