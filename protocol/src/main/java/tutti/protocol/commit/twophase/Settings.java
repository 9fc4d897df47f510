package tutti.protocol.commit.twophase;

/**
 * How soon something is said again. Every time that it stays unanswered the wait doubles.
 *
 * @param retryNanos the first wait, in nanoseconds; at least 1
 * @param maxRetryNanos the longest wait, in nanoseconds; at least {@code retryNanos}
 */
public record Settings(long retryNanos, long maxRetryNanos) {
  public Settings {
    if (retryNanos < 1 || maxRetryNanos < retryNanos) {
      throw new IllegalArgumentException(
          "the first wait is at least 1 ns and at most the longest, not "
              + retryNanos
              + " and "
              + maxRetryNanos);
    }
  }

  /** The wait that follows one of {@code nanos}, in nanoseconds. */
  public long after(long nanos) {
    return nanos > maxRetryNanos / 2 ? maxRetryNanos : nanos * 2;
  }
}
