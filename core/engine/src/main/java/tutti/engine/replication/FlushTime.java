package tutti.engine.replication;

/**
 * How long a record takes from the append to the step that hears of its flush, by the last one that
 * was looked at, or by one that takes longer already. Confined to one thread.
 *
 * <p>For example, a disk needs 500 ms for a flush, and an append meets one that has just begun: the
 * record takes up to a second.
 */
final class FlushTime {
  private static final long NONE = 0;

  /** The record that is looked at; none if no record that the machine waits for is under way. */
  private long number = NONE;

  private long appendedNanos;
  private long lastNanos;

  /** A record was appended of which the machine is told; numbers begin with 1. */
  void appended(long record, long now) {
    if (number == NONE) {
      number = record;
      appendedNanos = now;
    }
  }

  /** The machine is told of all records up to that number. */
  void told(long upTo, long now) {
    if (number != NONE && number <= upTo) {
      lastNanos = now - appendedNanos;
      number = NONE;
    }
  }

  /** Returns the time that a record takes, in nanoseconds; 0 before the first. */
  long nanos(long now) {
    return number == NONE ? lastNanos : Math.max(lastNanos, now - appendedNanos);
  }
}
