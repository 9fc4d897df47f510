package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The common part of both kinds of real executor: three queues that any thread fills and that only
 * the thread that is the executor at the moment empties. Steps go first, then tasks that go on,
 * then new tasks; and after every {@link #STEP_BATCH} steps a task gets its turn, so that neither
 * starves the other.
 *
 * @param <R> the form of a resumed task in its queue
 */
abstract class QueuedExecutor<R> implements TaskExecutor {
  static final int STEP_BATCH = 64;
  private static final VarHandle SLICE =
      FieldHandle.of(MethodHandles.lookup(), "slice", long.class);
  private static final VarHandle RUNNING =
      FieldHandle.of(MethodHandles.lookup(), "running", Thread.class);

  final String name;
  final Failures failures;
  final Timers timers;
  final MessagePassingQueue<Runnable> steps = new MpscUnboundedAtomicArrayQueue<>(256);
  final MessagePassingQueue<R> resumed = new MpscUnboundedAtomicArrayQueue<>(256);
  final MessagePassingQueue<Runnable> fresh = new MpscUnboundedAtomicArrayQueue<>(256);
  volatile boolean stopped;

  /**
   * A counter that grows with each holder and each release: odd while a task or step holds the
   * executor.
   */
  private long slice;

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

  /** Waits until its threads have ended. */
  abstract void awaitStop() throws InterruptedException;

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
    return steps.size() + fresh.size();
  }

  @Override
  public final String name() {
    return name;
  }

  final boolean hasWork() {
    return !steps.isEmpty() || !resumed.isEmpty() || !fresh.isEmpty() || stopped;
  }

  /** Runs some of the queued steps; called by the thread that is the executor. */
  final boolean runSteps() {
    int count = 0;
    Runnable step;
    while (count < STEP_BATCH && !stopped && (step = steps.poll()) != null) {
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

  /**
   * Returns a number that is odd while the executor is held, and differs for each holder. Any
   * thread may ask.
   */
  final long slice() {
    return (long) SLICE.getAcquire(this);
  }

  final @Nullable Thread running() {
    return (Thread) RUNNING.getOpaque(this);
  }

  @Override
  public String toString() {
    return name;
  }
}
