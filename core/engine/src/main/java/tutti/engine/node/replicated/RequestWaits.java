package tutti.engine.node.replicated;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The waits of a front's requests: for a leader, or for the time to try again. Each ends within the
 * request's time. Thread-safe.
 */
final class RequestWaits {
  /** A request is tried again after so long, and after twice as long each time that follows. */
  private static final long AGAIN_NANOS = 20_000_000;

  private static final int MOST_DOUBLINGS = 4;

  /** The step between two numbers of a sequence that is spread evenly (Weyl's). */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final IntPredicate reaches;
  private final IntPredicate closed;
  private final Scheduler scheduler;
  private final StepQueue queue;

  /** The newest number of the sequence by which waits differ in length. */
  private final AtomicLong drawn;

  private final AtomicInteger count = new AtomicInteger();

  /** The requests that wait for a leader, by shard. Guarded by this. */
  private final Map<Integer, Set<Wait>> waiting = new TreeMap<>();

  /**
   * @param reaches whether a shard has a leader that this host reaches
   * @param closed whether nothing waits for that shard any more: the host stops, or the shard does
   * @param seed of the lengths of waits, another one on each host
   */
  RequestWaits(
      IntPredicate reaches, IntPredicate closed, Scheduler scheduler, StepQueue queue, long seed) {
    this.reaches = reaches;
    this.closed = closed;
    this.scheduler = scheduler;
    this.queue = queue;
    this.drawn = new AtomicLong(seed);
  }

  /** Returns how many requests wait for a leader. */
  int count() {
    return count.get();
  }

  /**
   * Does something as soon as a shard has a leader that this host reaches.
   *
   * @param then is given the time that is left
   * @param otherwise if there is none in time
   */
  void whenLed(int shard, long deadline, LongConsumer then, Runnable otherwise) {
    long left = deadline - scheduler.nanos();
    if (left <= 0 || closed.test(shard)) {
      otherwise.run();
    } else if (reaches.test(shard)) {
      then.accept(left);
    } else {
      Wait wait = new Wait(shard, () -> whenLed(shard, deadline, then, otherwise));
      count.incrementAndGet();
      synchronized (this) {
        waiting.computeIfAbsent(shard, it -> new LinkedHashSet<>()).add(wait);
      }
      wait.timer = scheduler.after(left, queue, wait);
      // The call of led that tells of a leader, or that nothing waits any more, may have missed
      // this.
      if (reaches.test(shard) || closed.test(shard)) {
        queue.step(() -> led(shard));
      }
    }
  }

  /** A shard has a leader: what waits for it goes on. */
  void led(int shard) {
    List<Wait> all;
    synchronized (this) {
      all = List.copyOf(waiting.getOrDefault(shard, Set.of()));
    }
    all.forEach(Wait::run);
  }

  /** A request that waits for a leader, or for its time to be over. */
  private final class Wait implements Runnable {
    private final int shard;
    private final Runnable step;
    private volatile Scheduler.Timer timer = () -> {};

    Wait(int shard, Runnable step) {
      this.shard = shard;
      this.step = step;
    }

    @Override
    public void run() {
      synchronized (RequestWaits.this) {
        Set<Wait> here = waiting.get(shard);
        if (here == null || !here.remove(this)) {
          return;
        }
      }
      count.decrementAndGet();
      timer.cancel();
      step.run();
    }
  }

  /** Whether there is no time left to try again, or the host stops. */
  boolean isLate(int shard, long deadline) {
    return closed.test(shard) || scheduler.nanos() + AGAIN_NANOS >= deadline;
  }

  /**
   * Does something a while later: the longer the more often it was tried, not always equally long,
   * and with time left before the deadline.
   */
  void later(long deadline, int tries, Runnable step) {
    long most = AGAIN_NANOS << Math.min(tries, MOST_DOUBLINGS);
    long wait = most - (drawn.addAndGet(SPREAD) >>> 1) % (most / 2);
    long left = deadline - scheduler.nanos();
    scheduler.after(Math.max(1, Math.min(wait, left / 2)), queue, step);
  }
}
