package tutti.engine.concurrency;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The clock of one node's timestamps, for controls that order transactions by timestamps. A
 * timestamp is the number of one attempt, or of one read; no two are equal, on any nodes. A
 * timestamp follows the clock, and is greater than each timestamp that the node granted before, or
 * has learnt of. Thread-safe.
 *
 * <p>A restart forgets which timestamps were granted. So a node grants only timestamps up to a
 * ceiling that is on its disk. After a restart the ceiling is the floor: the node grants no
 * timestamp up to it.
 */
public final class Timestamps {
  /** The distance in microseconds by which a kept ceiling is ahead. */
  private static final long LEASE_MICROS = 16_000_000;

  /** Keeps a ceiling where a restart finds it. */
  @FunctionalInterface
  public interface Store {
    /**
     * Stores a ceiling.
     *
     * @param kept is called once the ceiling is durable, by any thread
     */
    void keep(long ceiling, Runnable kept);
  }

  private final int self;
  private final int nodes;
  private final LongSupplier micros;
  private final AtomicLong newest = new AtomicLong();
  private Store store = (upTo, kept) -> kept.run();
  private long asked;
  private volatile long floor;
  private volatile long ceiling = Long.MAX_VALUE;

  /**
   * @param self the node's number
   * @param nodes how many there are
   * @param micros the node's clock, in microseconds since 1970
   */
  public Timestamps(int self, int nodes, LongSupplier micros) {
    this.self = self;
    this.nodes = nodes;
    this.micros = micros;
  }

  /** Begins at the time of the clock, where the node keeps nothing over a restart. */
  public void begin() {
    floor = now();
    learn(floor);
  }

  /**
   * Begins with what the last start has kept; called before any request comes.
   *
   * @param kept the ceiling of the last start, or 0
   */
  public void begin(long kept, Store keeper) {
    floor = kept;
    ceiling = kept;
    store = keeper;
    learn(kept);
    extend(Math.max(kept, now()));
  }

  /** Returns the next timestamp. */
  public long next() {
    long now = now();
    return newest.updateAndGet(last -> Math.max(after(last), now));
  }

  private long now() {
    return micros.getAsLong() * nodes + self;
  }

  /** Returns the first number of this node after another one. */
  private long after(long timestamp) {
    long own = timestamp - Math.floorMod(timestamp, nodes) + self;
    return own > timestamp ? own : own + nodes;
  }

  /** Makes all timestamps that the node gives from now on greater than this one. */
  public void learn(long timestamp) {
    if (newest.get() < timestamp) {
      newest.accumulateAndGet(timestamp, Math::max);
    }
  }

  /** Returns an upper bound of all timestamps that were granted before the node's start. */
  public long floor() {
    return floor;
  }

  /**
   * Returns whether a timestamp is at most the stored ceiling, which is raised in time: a greater
   * timestamp must not be granted yet.
   */
  public boolean covers(long timestamp) {
    long kept = ceiling;
    if (timestamp > kept - lease() / 2) {
      extend(timestamp);
      kept = ceiling;
    }
    return timestamp <= kept;
  }

  private long lease() {
    return LEASE_MICROS * nodes;
  }

  private void extend(long timestamp) {
    long next;
    synchronized (this) {
      if (timestamp <= asked - lease() / 2) {
        return;
      }
      next = timestamp + lease();
      asked = next;
    }
    store.keep(next, () -> kept(next));
  }

  private synchronized void kept(long durable) {
    ceiling = Math.max(ceiling, durable);
  }

  /** Permits another request to raise the ceiling, since the last one could not be stored. */
  public synchronized void notKept() {
    asked = ceiling;
  }
}
