package tutti.engine.integrated;

import java.util.function.Consumer;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.transaction.submission.Reason;

/**
 * The memory that the values take which an attempt at a submission reads, and whether there was too
 * little of it. Thread-safe.
 *
 * <p>For example, a value of 1 MB for which there is no room comes to the attempt as an item that
 * is not there, and what the attempt makes of that is thrown away.
 */
final class ValuesUnderWay {
  /** One for all: what is refused for want of memory must not take any. */
  static final Reason CROWDED =
      new Reason.Unavailable(
          Reason.Unavailable.OVERLOADED,
          "the values of the transactions that are under way have all the memory that they may"
              + " have: try again");

  /** The memory for each byte of a value that an attempt works on, about: its copies. */
  private static final int OF_A_COPY = 4;

  private final Lease bytes;
  private volatile boolean crowded;

  ValuesUnderWay(Lease bytes) {
    this.bytes = bytes;
  }

  /** Returns whether a value has come for which there was no room. */
  boolean isCrowded() {
    return crowded;
  }

  /** Passes a value on if there is room for it, and else that there is no such item. */
  void pass(byte[] value, Consumer<byte[]> seen) {
    if (bytes.add((long) value.length * OF_A_COPY)) {
      seen.accept(value);
    } else {
      crowded = true;
      seen.accept(new byte[0]);
    }
  }
}
