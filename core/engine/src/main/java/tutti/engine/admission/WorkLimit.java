package tutti.engine.admission;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A bound of the number of requests under way, found from the time that requests take (additive
 * increase and multiplicative decrease, Chiu and Jain 1989). A queue outside of the executors, of
 * messages to other hosts, at locks, or at a disk, shows only in that time. There is no bound while
 * requests end in time. Thread-safe; a request costs two additions.
 *
 * <p>A request is late if it took more than half of its time, or more than one and a half times
 * what requests take without an overload, whichever is longer. If three of four requests that ended
 * in a window were late, the bound becomes half of the number under way; if there was no bound
 * before, the bound is at most what is done in half of a request's time at the window's rate. While
 * few requests are late, and the bound is reached, the bound grows by half of itself until it is
 * half of the number that was under way, and then by a twentieth (as TCP's window does). One
 * request of four may be late for another reason, an actor in doubt for example, and the bound
 * stays.
 *
 * <p>For example, a host does 140 transactions a second, and 430 of half a second come. After 0.4
 * s, 100 are under way and none ends within 250 ms. The bound becomes 35; those take 250 ms, and
 * from then on the bound rises and falls.
 */
public final class WorkLimit {
  /** The time over which ends are counted, in nanoseconds. */
  static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * The number of ended requests that a window needs. A window with fewer goes on, for {@link
   * #LONGEST_WINDOW_NANOS} at most.
   */
  private static final int LEAST_ENDS = 8;

  private static final long LONGEST_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** The time after which a bound that was not reached is removed. */
  private static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * The least bound: the number of requests under way that suffices to find out whether an overload
   * is over.
   */
  static final int LEAST = 2;

  static final int NONE = Integer.MAX_VALUE;

  private static final double LOWER = 0.5;
  private static final double HIGHER = 1.05;
  private static final double BACK = 1.5;

  /** The usual time grows to what is seen in about a minute, where that is more. */
  private static final int SLOWLY = 1_024;

  private final AtomicInteger underWay = new AtomicInteger();
  private final LongAdder ended = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder took = new LongAdder();

  /** The requests that were done, whenever, and half of the times that all had. */
  private final LongAdder done = new LongAdder();

  private final LongAdder halves = new LongAdder();
  private volatile int limit = NONE;

  /** True once a request has been too many since the last look. */
  private volatile boolean refused;

  /** The mean time of requests without an overload, in nanoseconds; 0 if it is not known. */
  private volatile long usual;

  private long windowBegan;
  private long loweredAt;
  private long settles;
  private long reachedAt;
  private int most;

  /** The bound up to which it grows fast, after it was lowered. */
  private int half = NONE;

  /** Takes note that a request is begun. */
  public void begins() {
    underWay.incrementAndGet();
  }

  /**
   * Takes note that a request has ended, and how long it took.
   *
   * @param nanos since its arrival
   * @param timeout its whole time, in nanoseconds
   * @param isDone whether its work was done; not if its time was over before
   */
  public void ends(long nanos, long timeout, boolean isDone) {
    leaves();
    ended.increment();
    took.add(nanos);
    halves.add(timeout / 2);
    if (isDone) {
      done.increment();
    }
    if (isLate(nanos, timeout)) {
      late.increment();
    }
  }

  /**
   * Removes a request that did no work from the requests under way. Its time is not counted: a
   * request that did no work does not show whether the node is overloaded.
   */
  public void leaves() {
    underWay.decrementAndGet();
  }

  /** Returns whether a request took too long. */
  boolean isLate(long nanos, long timeout) {
    return nanos
        > Math.max(
            timeout / 2, Math.min(usual == 0 ? timeout : usual + usual / 2, timeout - timeout / 8));
  }

  /** Returns whether one request more would be too many. */
  public boolean isReached() {
    return isReached(1);
  }

  /**
   * Returns whether one request more would be too many; never where none is under way, or what
   * comes again and again would never be begun, and the bound would never grow.
   *
   * @param part of the bound that requests of this kind may take: 3 for a third of it
   */
  boolean isReached(int part) {
    boolean full = underWay.get() >= Math.max(1, limit / part);
    if (full) {
      refused = true;
    }
    return full;
  }

  /** Returns the bound; {@link Integer#MAX_VALUE} if there is none. */
  public int limit() {
    return limit;
  }

  /** Returns the number of requests that are under way. */
  public int underWay() {
    return underWay.get();
  }

  /** Finds the bound anew; called every few hundredths of a second. */
  public synchronized void sample(long now) {
    int present = underWay.get();
    most = Math.max(most, present);
    long length = now - windowBegan;
    if (length < WINDOW_NANOS || ended.sum() < LEAST_ENDS && length < LONGEST_WINDOW_NANOS) {
      return;
    }
    long ends = ended.sumThenReset();
    long lateEnds = late.sumThenReset();
    long mean = took.sumThenReset() / Math.max(1, ends);
    long halfTime = halves.sumThenReset() / Math.max(1, ends);
    long doneInTime = done.sumThenReset() * halfTime / Math.max(1, length);
    if (ends > 0) {
      usual = usual == 0 ? mean : Math.min(mean, usual + usual / SLOWLY + 1);
    }
    boolean reached = limit != NONE && refused;
    refused = false;
    if (reached) {
      reachedAt = now;
    }
    if (ends > 0 && 4 * lateEnds >= 3 * ends) {
      lower(now, mean, doneInTime);
    } else if (reached && 4 * lateEnds < ends) {
      limit = (int) Math.min(NONE, limit < half ? limit * BACK + 1 : limit * HIGHER + 1);
    } else if (limit != NONE && now - reachedAt > FORGOTTEN_NANOS) {
      limit = NONE;
    }
    windowBegan = now;
    most = present;
  }

  /** Lowers the bound, unless what was begun under the one before is still under way. */
  private void lower(long now, long mean, long doneInTime) {
    if (now - loweredAt < settles) {
      return;
    }
    half = Math.max(LEAST, (int) (Math.min(limit, most) * LOWER));
    limit = Math.clamp(limit == NONE ? doneInTime : half, LEAST, half);
    loweredAt = now;
    reachedAt = now;
    settles = 2 * Math.max(WINDOW_NANOS, mean);
  }
}
