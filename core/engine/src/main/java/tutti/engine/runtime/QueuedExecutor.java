package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The common part of both kinds of real executor: three queues that any thread fills and that only
 * the thread that is the executor at the moment empties. Steps go first, then tasks that go on,
 * then new tasks; and after every {@link #STEP_BATCH} steps a task gets its turn, so that neither
 * starves the other.
 *
 * <p>While a task holds the executor, or many are queued, the watchdog takes out what has no time
 * left ({@link DeadlineTask}). So steps and new tasks are taken under a latch, from the queues or
 * from the lists into which the watchdog has moved what was in them.
 *
 * @param <R> the form of a resumed task in its queue
 */
abstract class QueuedExecutor<R> implements TaskExecutor, WatchedQueue {
  static final int STEP_BATCH = 64;

  /** The count of what was moved while it is being moved. */
  private static final int MOVING = Integer.MAX_VALUE >> 1;

  private static final VarHandle SLICE =
      FieldHandle.of(MethodHandles.lookup(), "slice", long.class);
  private static final VarHandle DELAY =
      FieldHandle.of(MethodHandles.lookup(), "delay", long.class);
  private static final VarHandle TURN = FieldHandle.of(MethodHandles.lookup(), "turn", long.class);
  private static final VarHandle RUNNING =
      FieldHandle.of(MethodHandles.lookup(), "running", Thread.class);

  final String name;
  final Failures failures;
  final Timers timers;
  private final MessagePassingQueue<Runnable> steps = new MpscUnboundedAtomicArrayQueue<>(256);
  final MessagePassingQueue<R> resumed = new MpscUnboundedAtomicArrayQueue<>(256);
  private final MessagePassingQueue<Runnable> fresh = new MpscUnboundedAtomicArrayQueue<>(256);
  private final Latch taking = new Latch();

  /** The steps and new tasks that were moved out of the queues, oldest first. Guarded by latch. */
  private final Queue<Runnable> movedSteps = new ArrayDeque<>();

  private final Queue<Runnable> movedFresh = new ArrayDeque<>();

  /** How many were moved and are still there, or may be. Changed under the latch. */
  private volatile int movedStepCount;

  private volatile int movedFreshCount;
  volatile boolean stopped;

  /**
   * A counter that grows with each holder and each release: odd while a task or step holds the
   * executor.
   */
  private long slice;

  /** The time for which the newest work that was begun had waited, in nanoseconds. */
  @SuppressWarnings("UnusedVariable") // A VarHandle reads it.
  private long delay;

  /** The mean time between two beginnings of new work while more waited, in nanoseconds. */
  @SuppressWarnings("UnusedVariable") // A VarHandle reads it.
  private long turn;

  /**
   * The time of the last beginning, and whether more work waited then. On the executor's thread.
   */
  private long tookAt;

  private boolean moreWaited;

  /** The thread that holds the executor: for the watchdog, which wants its stack. */
  @SuppressWarnings("UnusedVariable") // A VarHandle reads it.
  private @Nullable Thread running;

  QueuedExecutor(String name, Failures failures, Timers timers) {
    this.name = name;
    this.failures = failures;
    this.timers = timers;
  }

  /** Called when work was put into a queue. */
  abstract void published();

  /** Ends the executor: running work goes on until it waits or ends, queued work is dropped. */
  abstract void stop();

  /** Waits until its threads have ended, for {@code millis} milliseconds at most. */
  abstract void awaitStop(long millis) throws InterruptedException;

  @Override
  public final void start(Runnable task) {
    fresh.offer(task);
    published();
  }

  @Override
  public final void step(Runnable step) {
    steps.offer(step);
    published();
  }

  @Override
  public final int backlog() {
    return steps.size() + fresh.size() + movedStepCount + movedFreshCount;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean executor() {
    return true;
  }

  final boolean hasWork() {
    return hasSteps() || !resumed.isEmpty() || hasFresh() || stopped;
  }

  final boolean hasSteps() {
    return !steps.isEmpty() || movedStepCount > 0;
  }

  final boolean hasFresh() {
    return !fresh.isEmpty() || movedFreshCount > 0;
  }

  /** Takes the next new task; null if there is none. On the thread that is the executor. */
  final @Nullable Runnable takeFresh() {
    taking.lock();
    Runnable next = movedFresh.poll();
    if (next == null) {
      next = fresh.poll();
    } else {
      movedFreshCount = movedFresh.size();
    }
    taking.unlock();
    if (next instanceof DeadlineTask task && task.sinceNanos() != Long.MIN_VALUE) {
      took(System.nanoTime(), task.sinceNanos());
    }
    return next;
  }

  /** Measures the delay of new work; on the thread that is the executor. */
  private void took(long now, long since) {
    DELAY.setOpaque(this, now - since);
    if (moreWaited) {
      long mean = (long) TURN.getOpaque(this);
      TURN.setOpaque(this, mean + (now - tookAt - mean) / 8);
    }
    tookAt = now;
    moreWaited = hasFresh();
  }

  /**
   * Returns for how long new work waits, in nanoseconds: as long as what was begun last, or as all
   * that is before it takes, by the mean time between two beginnings; 0 if none waits. Any thread
   * may ask.
   */
  final long delayNanos() {
    int moved = movedFreshCount;
    // While the watchdog moves what waits, it is not known how much that is.
    int before = fresh.size() + (moved < MOVING ? moved : 0);
    return before <= 0
        ? 0
        : Math.max((long) DELAY.getOpaque(this), before * (long) TURN.getOpaque(this));
  }

  private @Nullable Runnable takeStep() {
    taking.lock();
    Runnable next = movedSteps.poll();
    if (next == null) {
      next = steps.poll();
    } else {
      movedStepCount = movedSteps.size();
    }
    taking.unlock();
    return next;
  }

  /** Ends what waits and has no time left. */
  @Override
  public final void expire() {
    if (steps.isEmpty() && fresh.isEmpty() && movedStepCount == 0 && movedFreshCount == 0) {
      return;
    }
    List<DeadlineTask> late = new ArrayList<>();
    long now = System.nanoTime();
    taking.lock();
    try {
      // Each count grows before anything is moved: the executor never finds both places empty.
      movedStepCount = MOVING;
      movedStepCount = move(steps, movedSteps, now, late);
      movedFreshCount = MOVING;
      movedFreshCount = move(fresh, movedFresh, now, late);
    } finally {
      taking.unlock();
    }
    published();
    late.forEach(task -> failures.guard(name, task::expired));
  }

  /** Moves what is queued into a list, but for what is late; returns how many are there. */
  private static int move(
      MessagePassingQueue<Runnable> from, Queue<Runnable> to, long now, List<DeadlineTask> late) {
    Iterator<Runnable> earlier = to.iterator();
    while (earlier.hasNext()) {
      if (earlier.next() instanceof DeadlineTask task && task.deadlineNanos() - now <= 0) {
        earlier.remove();
        late.add(task);
      }
    }
    for (Runnable next = from.poll(); next != null; next = from.poll()) {
      if (next instanceof DeadlineTask task && task.deadlineNanos() - now <= 0) {
        late.add(task);
      } else {
        to.add(next);
      }
    }
    return to.size();
  }

  /** Runs some of the queued steps; called by the thread that is the executor. */
  final boolean runSteps() {
    int count = 0;
    Runnable step;
    while (count < STEP_BATCH && !stopped && (step = takeStep()) != null) {
      run(step);
      count++;
    }
    return count > 0;
  }

  /** Runs one step, or a task from its beginning. */
  final void run(Runnable body) {
    began();
    failures.guard(name, body);
    ended();
  }

  /** The current thread holds the executor from here on. */
  final void began() {
    RUNNING.setOpaque(this, Thread.currentThread());
    SLICE.setRelease(this, slice + 1);
  }

  final void ended() {
    SLICE.setRelease(this, slice + 1);
  }

  @Override
  public final long slice() {
    return (long) SLICE.getAcquire(this);
  }

  @Override
  public final @Nullable Thread running() {
    return (Thread) RUNNING.getOpaque(this);
  }

  @Override
  public String toString() {
    return name;
  }
}
