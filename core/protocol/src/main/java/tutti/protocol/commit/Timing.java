package tutti.protocol.commit;

/**
 * The waits before a message is repeated, and the length of a silence that means a crash.
 *
 * @param retryNanos the first wait before a message is repeated, in nanoseconds; at least 1. Every
 *     time that the message stays unanswered the wait doubles
 * @param maxRetryNanos the longest such wait, in nanoseconds; at least {@code retryNanos}
 * @param delayBoundNanos the longest time from the sending of a message to the end of its handling
 *     at the receiver, flushes included, in nanoseconds; at least 1. Only protocols that take
 *     silence for a crash use it
 */
public record Timing(long retryNanos, long maxRetryNanos, long delayBoundNanos) {
  public Timing {
    if (retryNanos < 1 || maxRetryNanos < retryNanos) {
      throw new IllegalArgumentException(
          "the first wait is at least 1 ns and at most the longest, not "
              + retryNanos
              + " and "
              + maxRetryNanos);
    }
    if (delayBoundNanos < 1) {
      throw new IllegalArgumentException(
          "the bound of delays is at least 1 ns, not " + delayBoundNanos);
    }
  }

  /** The timing of a protocol that takes no silence for a crash. */
  public Timing(long retryNanos, long maxRetryNanos) {
    this(retryNanos, maxRetryNanos, maxRetryNanos);
  }

  /** The wait that follows one of {@code nanos}, in nanoseconds. */
  public long after(long nanos) {
    return nanos > maxRetryNanos / 2 ? maxRetryNanos : nanos * 2;
  }
}
