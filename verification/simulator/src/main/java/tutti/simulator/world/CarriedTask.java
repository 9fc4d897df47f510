package tutti.simulator.world;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.TaskContext;
import tutti.engine.runtime.VirtualThreads;

/** A task whose virtual thread is mounted on the simulator's own thread. */
final class CarriedTask extends SimulatedTask implements Executor {
  /**
   * The largest number of yields in one slice: a task that yields more often spins for something
   * that cannot come.
   */
  private static final int MOST_YIELDS = 1_000;

  /** The JDK's thread that resumes threads that waited for a monitor. */
  private static final String UNBLOCKER = "VirtualThread-unblocker";

  /**
   * The number of looks at a monitor of Tutti's own code until it is free. Another task of this run
   * must have the monitor then, and keeps it.
   */
  private static final int MOST_LOOKS = 20_000;

  /**
   * The number of looks at a monitor of other code, such as that of a log. Another run has the
   * monitor; that run may write to a pipe that no process reads for seconds, but it releases the
   * monitor in the end.
   */
  private static final int MOST_LOOKS_AT_OTHERS = 20 * MOST_LOOKS;

  private static final long LOOK_AGAIN_NANOS = 100_000;

  private @Nullable Thread thread;
  private volatile @Nullable Runnable continuation;
  private boolean expected;

  /** True from a stop to the next part of the thread. */
  private volatile boolean stopped;

  private volatile boolean failed;

  CarriedTask(SimulatedExecutor executor, Runnable body) {
    super(executor, body);
  }

  /**
   * Runs the next part of the thread. The JDK calls this when the thread may go on: by an action of
   * the simulator, unless something leaks. Monitors are the exception: the JDK's own classes have
   * monitors that runs side by side may both want. Until a run has its monitor, the whole run
   * stands still, so that it is the same run.
   */
  @Override
  public void execute(Runnable next) {
    if (failed) {
      return;
    }
    if (Thread.currentThread().getName().equals(UNBLOCKER)) {
      continuation = next;
      return;
    }
    if (!expected || TaskContext.current() != executor.core.context()) {
      Thread resumed = thread;
      failed = true;
      executor.core.fail(
          new SimulationFailed(
              this
                  + " was resumed by the thread "
                  + Thread.currentThread()
                  + ", not by the simulator"
                  + (resumed == null ? "" : "; it stood at" + stack(resumed)),
              new Throwable("the resume")));
      return;
    }
    continuation = next;
  }

  @Override
  void go() {
    expected = true;
    stopped = false;
    Thread started = thread;
    if (started == null) {
      thread = VirtualThreads.builder(this).name(executor.taskName).unstarted(this::body);
      thread.start();
    } else if (continuation == null) {
      LockSupport.unpark(started);
    }
    int runs = 0;
    do {
      runs = carry(runs);
    } while (runs < MOST_YIELDS && astray() && unblocked());
    expected = false;
  }

  /** Runs the thread for as long as it can go on. */
  private int carry(int before) {
    Runnable next;
    int runs = before;
    // Thread.yield, as a spin lock may call it, gives the continuation back immediately.
    while ((next = continuation) != null && runs++ < MOST_YIELDS) {
      continuation = null;
      next.run();
    }
    return runs;
  }

  /**
   * Waits for the monitor for which the thread waits, if there is one; false if the thread does not
   * get it.
   */
  private boolean unblocked() {
    Thread stopped = thread;
    for (int looks = 0; continuation == null; looks++) {
      Thread.State state = stopped == null ? Thread.State.NEW : stopped.getState();
      boolean wants = state == Thread.State.BLOCKED || state == Thread.State.RUNNABLE;
      if (failed
          || !wants
          || looks >= MOST_LOOKS && (looks >= MOST_LOOKS_AT_OTHERS || isOwn(stopped))) {
        return false;
      }
      LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
    }
    return true;
  }

  /** Returns whether the thread stands in Tutti's code, not in code that Tutti calls. */
  private static boolean isOwn(@Nullable Thread thread) {
    StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    return stack.length > 0 && stack[0].getClassName().startsWith("tutti.");
  }

  @Override
  void stop() {
    // A thread that is interrupted does not park, and one that was does not the next time.
    boolean interrupted = Thread.interrupted();
    stopped = true;
    while (stopped) {
      LockSupport.park(this);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  void stray() {
    Thread stopped = thread;
    failed = true;
    executor.core.fail(
        new SimulationFailed(
            this
                + " waits for something that is not simulated; it stands at"
                + (stopped == null ? " nothing" : stack(stopped))));
  }
}
