package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one scheduler, on one thread. The thread never spins.
 *
 * <p>Nearly all timers are deadlines that are cancelled soon. So a new timer only goes into a list,
 * which the thread reads at least every {@link #COLLECT_NANOS} while timers come in; a timer that
 * is cancelled by then is dropped unseen. The others go into a heap. Timers that are cancelled
 * there release their step immediately, and are swept out when they outnumber the rest: garbage is
 * bounded by the timers of one interval plus the number of live timers.
 */
final class Timers {
  static final long COLLECT_NANOS = 10_000_000;
  private static final int SWEEP_AT_LEAST = 256;
  private static final VarHandle WAKE_AT =
      FieldHandle.of(MethodHandles.lookup(), "wakeAt", long.class);

  private final MessagePassingQueue<Entry> arriving = new MpscUnboundedAtomicArrayQueue<>(1024);
  private final PriorityQueue<Entry> heap = new PriorityQueue<>();
  private final AtomicInteger cancelledInHeap = new AtomicInteger();
  private final long watchNanos;
  private final Runnable watch;
  private final HostThread thread;
  private volatile boolean stopped;

  /**
   * A caller that needs the thread before this time unparks it. The time lies in the past while the
   * thread is awake, and beyond all deadlines when no timers came in lately.
   */
  private volatile long wakeAt = System.nanoTime();

  private long nextWatch;

  /**
   * @param watch is run every {@code watchNanos} on the timer thread
   */
  Timers(String name, long watchNanos, Runnable watch) {
    this.watchNanos = watchNanos;
    this.watch = watch;
    nextWatch = System.nanoTime() + watchNanos;
    thread = new HostThread(name, this::loop);
    thread.start();
  }

  Scheduler.Timer after(long delayNanos, StepQueue on, Runnable step) {
    long now = System.nanoTime();
    // Half the range of a long, so that differences of deadlines never overflow.
    long due = now + Math.clamp(delayNanos, 0, Long.MAX_VALUE >> 1);
    Entry entry = new Entry(due, on, step);
    arriving.offer(entry);
    VarHandle.fullFence();
    long wake = wakeAt;
    // Only the first of the callers that need it earlier unparks it.
    if (due - wake < 0 && WAKE_AT.compareAndSet(this, wake, now)) {
      LockSupport.unpark(thread);
    }
    return entry;
  }

  /**
   * Returns the number of kept timers, cancelled ones that were not swept yet included: an
   * estimate.
   */
  int size() {
    return heap.size() + arriving.size();
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  void awaitStop() throws InterruptedException {
    if (Thread.currentThread() != thread) {
      thread.join(5_000);
    }
  }

  private void loop() {
    while (!stopped) {
      boolean some = collect();
      long now = System.nanoTime();
      fire(now);
      if (now - nextWatch >= 0) {
        nextWatch = now + watchNanos;
        watch.run();
      }
      if (some) {
        sleep(now + COLLECT_NANOS, 0);
      } else {
        sleep(nextWatch, (Long.MAX_VALUE >> 1) + 1);
      }
    }
  }

  /**
   * Sleeps until the first timer is due, or {@code atMost}; {@code slack} is added to the time
   * before which new timers wake the thread.
   */
  private void sleep(long atMost, long slack) {
    Entry first = heap.peek();
    long until = first != null && first.due - atMost < 0 ? first.due : atMost;
    wakeAt = until + slack;
    VarHandle.fullFence();
    long nanos = until - System.nanoTime();
    if (nanos > 0 && arriving.isEmpty() && !stopped) {
      LockSupport.parkNanos(this, nanos);
      Thread.interrupted();
    }
  }

  private boolean collect() {
    boolean some = false;
    Entry entry;
    while ((entry = arriving.poll()) != null) {
      some = true;
      if (entry.toHeap()) {
        heap.add(entry);
      }
    }
    int cancelled = cancelledInHeap.get();
    if (cancelled >= SWEEP_AT_LEAST && cancelled > heap.size() / 2) {
      int before = heap.size();
      heap.removeIf(Entry::cancelled);
      cancelledInHeap.addAndGet(heap.size() - before);
    }
    return some;
  }

  private void fire(long now) {
    Entry first;
    while ((first = heap.peek()) != null && first.due - now <= 0) {
      heap.poll();
      first.fire();
    }
  }

  /** One timer, which is also the step that it delivers. */
  private final class Entry implements Scheduler.Timer, Runnable, Comparable<Entry> {
    private static final VarHandle STATE =
        FieldHandle.of(MethodHandles.lookup(), "state", int.class);

    private static final int NEW = 0;
    private static final int IN_HEAP = 1;
    private static final int FIRED = 2;
    private static final int OVER = 3;

    final long due;
    private final StepQueue on;
    private volatile @Nullable Runnable step;

    @SuppressWarnings("unused") // through STATE
    private volatile int state;

    Entry(long due, StepQueue on, Runnable step) {
      this.due = due;
      this.on = on;
      this.step = step;
    }

    boolean toHeap() {
      return STATE.compareAndSet(this, NEW, IN_HEAP);
    }

    boolean cancelled() {
      return state == OVER;
    }

    void fire() {
      if (STATE.compareAndSet(this, IN_HEAP, FIRED)) {
        on.step(this);
      } else {
        cancelledInHeap.decrementAndGet();
      }
    }

    @Override
    public void cancel() {
      int before = (int) STATE.getAndSet(this, OVER);
      step = null;
      if (before == IN_HEAP) {
        cancelledInHeap.incrementAndGet();
      }
    }

    @Override
    public void run() {
      Runnable body = step;
      if (STATE.compareAndSet(this, FIRED, OVER) && body != null) {
        body.run();
      }
    }

    @Override
    public int compareTo(Entry other) {
      return Long.signum(due - other.due);
    }
  }
}
