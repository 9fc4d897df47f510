package tutti.engine.transport.tcp;

import org.jspecify.annotations.Nullable;
import tutti.engine.transport.Lane;
import tutti.model.MalformedData;

/**
 * The long message that arrives in pieces, and the credit that the peer gets for them. Confined to
 * the IO thread.
 *
 * <p>A piece that has come is credited, unless more than {@link #MOST_UNDELIVERED} bytes of whole
 * messages wait to be taken by the node: then it is credited once they are taken. So a peer fills
 * no more memory here than that, one message and its credit.
 */
final class Incoming {
  /** The bytes of whole messages that wait for the node while more are credited. */
  private static final int MOST_UNDELIVERED = 1 << 20;

  /** Credit goes in portions of this size at least. */
  private static final int PORTION = Lane.CREDIT / 4;

  private byte @Nullable [] message;
  private int filled;
  private long undelivered;
  private int owed;

  /** A message of that length begins. */
  void begin(int length) {
    if (message != null) {
      throw new MalformedData("a long message begins within another one");
    }
    message = new byte[length];
    filled = 0;
  }

  /** Takes a piece; returns the message if it is whole now, else null. */
  byte @Nullable [] piece(byte[] bytes, int offset, int length) {
    byte[] into = message;
    if (into == null || length > into.length - filled || length == 0) {
      throw new MalformedData("a piece of " + length + " bytes that belongs to no message");
    }
    System.arraycopy(bytes, offset, into, filled, length);
    filled += length;
    owed += length;
    if (filled < into.length) {
      return null;
    }
    message = null;
    undelivered += into.length;
    return into;
  }

  /** The node has taken a whole message of that length. */
  void delivered(int length) {
    undelivered -= length;
  }

  /** Returns the bytes that the peer is to be credited now, or 0. */
  int credit() {
    if (undelivered > MOST_UNDELIVERED || owed < PORTION) {
      return 0;
    }
    int now = owed;
    owed = 0;
    return now;
  }
}
