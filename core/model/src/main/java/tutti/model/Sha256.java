package tutti.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, whose digests stand for data that is too long to be compared or stored. */
public final class Sha256 {
  private Sha256() {}

  /** Begins a digest of bytes that come in pieces. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Returns the 32-byte digest of these bytes. */
  public static byte[] of(byte[] bytes) {
    return begin().digest(bytes);
  }
}
