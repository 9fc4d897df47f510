package tutti.engine.replication;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The numbers of a machine's records of which the machine must learn that they are durable. The
 * machine itself only counts its records, for it must forget what is over; so a record that is lost
 * on its way to the log would shift all that follow by one, and each would count as durable when
 * the next one is. Here each record has a number: a missing one is found when the next is appended.
 *
 * <p>For example, the records 1, 2 and 3 are asked for and 2 is lost: the append of 3 throws, and
 * the machine learns only that 1 is durable.
 *
 * <p>Records are asked for and appended in the machine's steps; any thread may report them durable.
 */
public final class RecordNumbers {
  private final LongSupplier nanos;
  private final FlushTime flushes = new FlushTime();
  private long asked;
  private long appended;
  private long told;

  /** The newest number that is durable and that the machine was not told of; 0 for none. */
  private final AtomicLong durable = new AtomicLong();

  /**
   * @param nanos the time by a clock that never goes back
   */
  public RecordNumbers(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns the number of the next record, which the machine asks to write. */
  public long ask() {
    return ++asked;
  }

  /**
   * The record of that number, and all of those before it since the last call, stand in the log.
   *
   * @param from the first of them
   * @param isAwaited whether an answer waits for the flush: another one is flushed at leisure
   * @throws IllegalStateException if one before them does not: then no later one may count
   */
  public void appended(long from, long to, boolean isAwaited) {
    if (from != appended + 1 || to < from || to > asked) {
      throw new IllegalStateException(
          "records %s to %s would follow record %s of %s in the log: one is lost"
              .formatted(from, to, appended, asked));
    }
    appended = to;
    if (isAwaited) {
      flushes.appended(to, nanos.getAsLong());
    }
  }

  /**
   * Notes that the record {@code number} is durable, and all before it. May be called by any
   * thread.
   *
   * @return whether a step must inform the machine; if not, a step that was asked for earlier does
   */
  public boolean durable(long number) {
    return durable.getAndAccumulate(number, Math::max) == 0;
  }

  /** Returns how many records more are durable than the machine knows; it knows them then. */
  public int take() {
    long newest = durable.getAndSet(0);
    if (newest > appended) {
      throw new IllegalStateException("record " + newest + " is durable, and not in the log");
    }
    int more = (int) Math.max(0, newest - told);
    told = Math.max(told, newest);
    flushes.told(told, nanos.getAsLong());
    return more;
  }

  /**
   * Returns how much longer, in nanoseconds, a machine waits for others than it would with a fast
   * disk, by the time that its own records take; at most 30 seconds.
   */
  public long longerNanos() {
    return flushes.longerNanos(nanos.getAsLong());
  }
}
