package tutti.engine.replication;

/**
 * How long a record takes from the append to the step that hears of its flush, by those that were
 * looked at lately, or by one that takes longer already. Machines that wait for others to write
 * wait for longer where the disk is slow. Confined to one thread.
 *
 * <p>For example, a disk needs 500 ms for a flush, and an append meets one that has just begun: the
 * record takes up to a second.
 */
final class FlushTime {
  private static final long NONE = 0;

  /** An election, and a transaction of TAPIR or Janus, waits for so many records at most. */
  private static final int RECORDS = 4;

  /** Each record that takes less shortens the time by this part. */
  private static final long DECAY = 8;

  /**
   * The time, in nanoseconds, in which the time of the last record counts half: machines at rest
   * write nothing that would show that a disk is fast again, and would wait for longer for ever.
   */
  private static final long HALF_LIFE_NANOS = 10_000_000_000L;

  /** The longest time, in nanoseconds, by which a wait is longer than usual. */
  private static final long MOST_LONGER_NANOS = 30_000_000_000L;

  /** The record that is looked at; none if no record that the machine waits for is under way. */
  private long number = NONE;

  private long appendedNanos;
  private long lastNanos;
  private long toldNanos;

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
      long before = faded(now);
      lastNanos = Math.max(now - appendedNanos, before - before / DECAY);
      toldNanos = now;
      number = NONE;
    }
  }

  private long faded(long now) {
    return lastNanos >> Math.min(Long.SIZE - 1, (now - toldNanos) / HALF_LIFE_NANOS);
  }

  /** Returns the time that a record takes, in nanoseconds; 0 before the first. */
  private long nanos(long now) {
    return number == NONE ? faded(now) : Math.max(faded(now), now - appendedNanos);
  }

  /**
   * Returns how much longer, in nanoseconds, a machine waits than it would with a fast disk: as
   * long as the records of one election or transaction take. At most 30 seconds.
   *
   * <p>For example, two seconds where a record takes half a second.
   */
  long longerNanos(long now) {
    return Math.min(MOST_LONGER_NANOS, RECORDS * nanos(now));
  }
}
