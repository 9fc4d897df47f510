package tutti.engine.integrated;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;

/**
 * The memory that the values take which an attempt at a submission reads, and why there was too
 * little of it. Thread-safe.
 *
 * <p>For example, a value of 1 MB for which there is no room comes to the attempt as an item that
 * is not there, and what the attempt makes of that is thrown away. If others have the memory, the
 * client may repeat its request; if one transaction may never have as much, no repeat helps.
 */
final class ValuesUnderWay {
  /** One for all: what is refused for want of memory must not take any. */
  private static final Reason CROWDED =
      new Reason.Unavailable(
          Reason.Unavailable.OVERLOADED,
          "the values of the transactions that are under way have all the memory that they may"
              + " have: try again");

  /** One for all, likewise. */
  private static final Reason TOO_MUCH =
      new Reason.Unavailable(
          Reason.Unavailable.TOO_LARGE,
          "the values of the transaction need more memory than one transaction may have with this"
              + " node's heap: do it in several transactions, or enlarge the heap");

  /** The memory for each byte of a value that an attempt works on, about: its copies. */
  private static final int OF_A_COPY = 4;

  private final Lease bytes;

  /** The bytes of all values that have come, those without room included. */
  private final AtomicLong needed = new AtomicLong();

  private volatile Result room = Result.DONE;

  ValuesUnderWay(Lease bytes) {
    this.bytes = bytes;
  }

  /**
   * Changes the number of bytes that a transaction takes to {@code bytes}.
   *
   * @return done, or why it may not have as many
   */
  static Result becomes(Lease lease, long bytes) {
    return lease.becomes(bytes) ? Result.DONE : refused(lease, bytes);
  }

  private static Result refused(Lease lease, long bytes) {
    return new Result.Failed(lease.mayBecome(bytes) ? CROWDED : TOO_MUCH);
  }

  /** Returns done if there was room for all values that have come, or why there was not. */
  Result room() {
    return room;
  }

  /** Passes a value on if there is room for it, and else that there is no such item. */
  void pass(byte[] value, Consumer<byte[]> seen) {
    long copies = (long) value.length * OF_A_COPY;
    long all = needed.addAndGet(copies);
    if (bytes.add(copies)) {
      seen.accept(value);
      return;
    }
    if (room instanceof Result.Done) {
      // The first counts: what is read after it may rest on the value that is missing.
      room = refused(bytes, all);
    }
    seen.accept(new byte[0]);
  }
}
