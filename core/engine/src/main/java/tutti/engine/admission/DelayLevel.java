package tutti.engine.admission;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The delay with which requests are begun. Thread-safe.
 *
 * <p>A delay that passes is no overload: a collection of the heap delays all requests once. So the
 * least delay of a while counts (as in CoDel, RFC 8289): if even the luckiest request of the last
 * {@link #WINDOW_NANOS} was late, more comes than is done.
 */
public final class DelayLevel {
  /** The time over which the least delay is looked for, in nanoseconds. */
  public static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The delays that a window has at least: one alone may be that of a standstill that is over. */
  private static final int LEAST_SAMPLES = 3;

  private final LongSupplier behind;

  /** The delay of the loop that told it last, and with what is behind it. */
  private volatile long loop;

  private volatile long last;

  /**
   * The delay that has stayed: it rises to the least delay of a window, and falls to the greatest
   * of one. So an overload is not over since what was taken is done, but when nothing was late for
   * a window.
   */
  private volatile long level;

  private volatile long least;
  private long leastSoFar = Long.MAX_VALUE;
  private long mostSoFar;
  private long windowBegan;
  private int samples;

  /**
   * @param behind how late what is handed on is begun now, in nanoseconds; called often, on any
   *     thread
   */
  public DelayLevel(LongSupplier behind) {
    this.behind = behind;
  }

  /**
   * Takes the delay of a loop that reads requests.
   *
   * @param nanos how old what the loop reads now may be
   */
  public synchronized void sample(long now, long nanos) {
    long delay = Math.max(nanos, behind.getAsLong());
    loop = nanos;
    last = delay;
    leastSoFar = Math.min(leastSoFar, delay);
    mostSoFar = Math.max(mostSoFar, delay);
    samples++;
    if (now - windowBegan >= WINDOW_NANOS && samples >= LEAST_SAMPLES) {
      least = leastSoFar;
      level = Math.max(leastSoFar, Math.min(level, mostSoFar));
      leastSoFar = Long.MAX_VALUE;
      mostSoFar = 0;
      windowBegan = now;
      samples = 0;
    }
  }

  /** Returns whether requests have been late by more than this lately; cheap. */
  public boolean isLate(long bound) {
    return level > bound || last > bound;
  }

  /**
   * Returns whether there is an overload for requests that tolerate a delay of {@code bound}: the
   * delay has been longer for a while.
   */
  public boolean lasts(long bound) {
    return level > bound;
  }

  /** Returns the least delay of the last while, in nanoseconds. */
  public long least() {
    return least;
  }

  /** Returns the delay now, in nanoseconds. */
  public long now() {
    return Math.max(loop, behind.getAsLong());
  }

  /**
   * Returns whether a request is to be refused since it would be begun too late: the delay has been
   * longer for a while, and still is.
   *
   * @param bound the longest delay that the request can bear, in nanoseconds
   */
  public boolean exceeds(long bound) {
    return level > bound && now() > bound;
  }
}
