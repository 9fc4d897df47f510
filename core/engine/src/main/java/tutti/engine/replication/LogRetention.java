package tutti.engine.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The watch over the replicas that hold too much of their host's log. It looks as the log grows,
 * and as time passes while a replica holds too much: nothing is appended on a host at rest, which
 * would hold the log for ever. Its state is locked by the map of what replicas need.
 */
final class LogRetention {
  /** The log grows by this much, at least, before a replica is told of again, in bytes. */
  private static final long AGAIN_BYTES = 4096;

  /**
   * A replica is told of again after this time; then, while the log does not grow, after twice as
   * long, and so on.
   */
  private static final long AGAIN_NANOS = 1_000_000_000;

  private static final long LONGEST_NANOS = 64 * AGAIN_NANOS;

  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Map<Integer, Needed> needed;
  private final LongSupplier end;

  /** The number of bytes of the log beyond which a replica that keeps them is reported. */
  private long most = Long.MAX_VALUE;

  private IntConsumer listener = shard -> {};

  /** The log's end at which replicas are looked at that may hold too much. */
  private long lookAt = Long.MAX_VALUE;

  /** True if a timer is set after which replicas are checked again. */
  private boolean looksLater;

  /**
   * @param queue tells the listener
   * @param end gives the log's end
   */
  LogRetention(
      Scheduler scheduler, StepQueue queue, Map<Integer, Needed> needed, LongSupplier end) {
    this.scheduler = scheduler;
    this.queue = queue;
    this.needed = needed;
    this.end = end;
  }

  /**
   * Begins to report each replica that keeps more than {@code bytes} bytes of the log from
   * truncation.
   */
  void begin(long bytes, IntConsumer told) {
    synchronized (needed) {
      most = bytes;
      listener = told;
      look();
    }
  }

  /** Tells of no replica any more. */
  void end() {
    synchronized (needed) {
      most = Long.MAX_VALUE;
      lookAt = Long.MAX_VALUE;
    }
  }

  /** The log has grown; under the lock. */
  void grown(long to) {
    if (to >= lookAt) {
      look();
    }
  }

  private void look() {
    if (tell() && !looksLater) {
      looksLater = true;
      lookLater(AGAIN_NANOS);
    }
  }

  private void lookLater(long nanos) {
    long before = end.getAsLong();
    scheduler.after(
        nanos,
        queue,
        () -> {
          synchronized (needed) {
            looksLater = tell();
            if (looksLater) {
              boolean grows = end.getAsLong() > before;
              lookLater(grows ? AGAIN_NANOS : Math.min(2 * nanos, LONGEST_NANOS));
            }
          }
        });
  }

  /** Tells of the replicas that hold too much; false if there are none. */
  private boolean tell() {
    long now = end.getAsLong();
    List<Integer> holders = new ArrayList<>();
    long oldest = now;
    for (Map.Entry<Integer, Needed> each : needed.entrySet()) {
      long own = each.getValue().oldest();
      oldest = Math.min(oldest, own);
      if (now - own > most) {
        holders.add(each.getKey());
      }
    }
    if (holders.isEmpty()) {
      lookAt = oldest + most + 1;
      return false;
    }
    lookAt = now + Math.max(AGAIN_BYTES, most / 8);
    IntConsumer told = listener;
    queue.step(() -> holders.forEach(told::accept));
    return true;
  }
}
