package tutti.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which stands for things that are too long to be compared or kept. */
public final class Sha256 {
  private Sha256() {}

  /** For bytes that come in pieces. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The 32 bytes that stand for these. */
  public static byte[] of(byte[] bytes) {
    return begin().digest(bytes);
  }
}
