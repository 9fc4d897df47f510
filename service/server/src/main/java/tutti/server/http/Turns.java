package tutti.server.http;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The turns of an event loop, from which follows how long ago a request that is read now may have
 * arrived. All bytes that are read in a turn arrived after the loop's select in the turn before, or
 * they would have been read in that turn. The loop selects at least every {@link #TICK_NANOS}, even
 * if nothing comes, so that a longer time between two selects is time in which the loop, the
 * process or the machine stood still. The deadlines of requests count from their possible arrival.
 * Used on the loop.
 *
 * <p>For example, a process is stopped for three seconds. All that is read in its first turn
 * afterwards counts as three seconds old, since it may be.
 */
final class Turns implements SelectStrategy {
  /** The longest time between two looks of a loop that has nothing to do, in nanoseconds. */
  static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The longest usual time between two selects, with an allowance for timers that are late. */
  private static final long USUAL_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  private final LongSupplier clock;

  /** The number of the turn. */
  private long number;

  /** The time at which this turn began, just before its look. */
  private long began;

  /** The time of the last look that is known. */
  private long looked;

  /** The time for which the oldest of what this turn reads may have waited before its look. */
  private long waited;

  /** True once {@link #looked} is the time of this turn's look. */
  private boolean known;

  /** The time of the last look before this turn's. */
  private long before;

  /** True once something was read in this turn. */
  private boolean read;

  /** True in the turn after a look that was interrupted. */
  private boolean again;

  /**
   * @param clock in nanoseconds, as {@link System#nanoTime}
   */
  Turns(LongSupplier clock) {
    this.clock = clock;
    began = clock.getAsLong();
    looked = began;
    known = true;
  }

  /** Begins a turn; Netty calls this before the loop looks at its sockets. */
  @Override
  public int calculateStrategy(IntSupplier lookNow, boolean hasTasks) throws Exception {
    begin();
    return hasTasks ? lookNow.get() : SelectStrategy.SELECT;
  }

  void begin() {
    boolean interrupted = known && !read && !again && waited > 0;
    if (!known) {
      // Nothing was read in the turn before, but all that had come then would have been.
      looked = began;
    } else if (interrupted) {
      // The signal by which a process goes on ends its look, which then sees nothing of what came.
      looked = before;
    }
    again = interrupted;
    read = false;
    number++;
    began = clock.getAsLong();
    known = false;
  }

  long number() {
    return number;
  }

  /**
   * Returns the earliest time at which what is read now can have arrived.
   *
   * @param now the time now
   */
  long earliest(long now) {
    read = true;
    return ticked(now);
  }

  /**
   * Returns the earliest time at which something that is read in this turn can have arrived, though
   * nothing may be read.
   *
   * @param now the time now
   */
  long ticked(long now) {
    if (!known) {
      known = true;
      before = looked;
      waited = Math.max(0, now - looked - USUAL_NANOS);
      looked = now;
    }
    return looked - waited;
  }
}
