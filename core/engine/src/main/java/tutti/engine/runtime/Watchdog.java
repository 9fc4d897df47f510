package tutti.engine.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watchdog, which reports each task that holds an executor too long, so that no other task runs
 * there meanwhile. It checks every queue once per {@link #LOOK_NANOS} or more often, and a task is
 * reported when two checks have found it.
 *
 * <p>At each check, everything that waits in an executor and has no time left is ended, however
 * long it would still wait. While anything is held, the listeners are called, which end what has
 * begun.
 */
final class Watchdog {
  /** The longest time between two looks, in nanoseconds. */
  static final long LOOK_NANOS = 250_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private final List<? extends WatchedQueue> executors;
  private final List<? extends WatchedQueue> threads;
  private final long boundNanos;
  private final Map<WatchedQueue, Holder> holders = new IdentityHashMap<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicLong stalls = new AtomicLong();
  private volatile List<HeldQueue> held = List.of();

  /** A slice that was seen to hold a queue, since when, and whether that was logged. */
  private static final class Holder {
    final long slice;
    final long since;
    boolean logged;

    Holder(long slice, long since) {
      this.slice = slice;
      this.since = since;
    }
  }

  /**
   * @param boundNanos a task that holds an executor for longer is logged
   */
  Watchdog(
      List<? extends WatchedQueue> executors,
      List<? extends WatchedQueue> threads,
      long boundNanos) {
    this.executors = executors;
    this.threads = threads;
    this.boundNanos = boundNanos;
  }

  /** Returns the time between two looks, in nanoseconds. */
  long lookNanos() {
    return Math.min(boundNanos, LOOK_NANOS);
  }

  long stalls() {
    return stalls.get();
  }

  /** Returns what was held at the last look, and before it. */
  List<HeldQueue> held() {
    return held;
  }

  /** Adds a listener that is called at each look at which something is held. */
  void add(Runnable listener) {
    listeners.add(listener);
  }

  void remove(Runnable listener) {
    listeners.remove(listener);
  }

  /** Called once per {@link #lookNanos}, on one thread. */
  void look() {
    long now = System.nanoTime();
    List<HeldQueue> found = new ArrayList<>();
    List<WatchedQueue> untold = new ArrayList<>();
    executors.forEach(queue -> look(queue, now, found, untold));
    threads.forEach(queue -> look(queue, now, found, untold));
    held = found.isEmpty() ? List.of() : List.copyOf(found);
    executors.forEach(WatchedQueue::expire);
    if (!found.isEmpty()) {
      listeners.forEach(Runnable::run);
    }
    // Last, since the log may be what holds them: a program's own may wait for its reader.
    untold.forEach(this::tell);
  }

  private void look(
      WatchedQueue queue, long now, List<HeldQueue> found, List<WatchedQueue> untold) {
    long strayed = queue.strayedSince();
    if (strayed != 0) {
      found.add(
          new HeldQueue(queue.name(), now - strayed, queue.backlog(), queue.executor(), true));
    }
    long slice = queue.slice();
    Holder before = holders.get(queue);
    if ((slice & 1) == 0) {
      if (before != null) {
        holders.remove(queue);
      }
    } else if (before == null || before.slice != slice) {
      holders.put(queue, new Holder(slice, now));
    } else {
      long nanos = now - before.since;
      found.add(new HeldQueue(queue.name(), nanos, queue.backlog(), queue.executor()));
      if (nanos >= boundNanos && !before.logged && queue.executor()) {
        before.logged = true;
        untold.add(queue);
      }
    }
  }

  private void tell(WatchedQueue executor) {
    stalls.incrementAndGet();
    Thread thread = executor.running();
    StringBuilder stack = new StringBuilder();
    if (thread != null) {
      for (StackTraceElement frame : thread.getStackTrace()) {
        stack.append("\n    at ").append(frame);
      }
    }
    LOG.warn(
        "executor {} has been held for over {} ms by one task or step, and {} others wait:{}",
        executor.name(),
        boundNanos / 1_000_000,
        executor.backlog(),
        stack);
  }
}
