package tutti.simulator;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.TaskContext;
import tutti.engine.runtime.VirtualThreads;

/** A task whose virtual thread is mounted on the simulator's own thread. */
final class CarriedTask extends SimulatedTask implements Executor {
  /** A task that yields more often in one slice spins for something that cannot come. */
  private static final int MOST_YIELDS = 1_000;

  private @Nullable Thread thread;
  private @Nullable Runnable continuation;
  private boolean expected;

  CarriedTask(SimulatedExecutor executor, Runnable body) {
    super(executor, body);
  }

  /** Called by the JDK when the thread may go on: by us, unless something leaks. */
  @Override
  public void execute(Runnable next) {
    if (!expected || TaskContext.current() != executor.core.context()) {
      Thread resumed = thread;
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
    Thread started = thread;
    if (started == null) {
      thread = VirtualThreads.builder(this).name(executor + "-task").unstarted(this::body);
      thread.start();
    } else if (continuation == null) {
      LockSupport.unpark(started);
    }
    Runnable next;
    int runs = 0;
    // Thread.yield, as a spin lock may do, gives the continuation back at once.
    while ((next = continuation) != null && runs++ < MOST_YIELDS) {
      continuation = null;
      next.run();
    }
    expected = false;
  }

  @Override
  void stop() {
    LockSupport.park(this);
  }

  @Override
  void stray() {
    Thread stopped = thread;
    executor.core.fail(
        new SimulationFailed(
            this
                + " waits for something that is not simulated; it stands at"
                + (stopped == null ? " nothing" : stack(stopped))));
  }

  private static String stack(Thread thread) {
    StringBuilder text = new StringBuilder();
    for (StackTraceElement frame : thread.getStackTrace()) {
      text.append("\n    ").append(frame);
    }
    return text.toString();
  }
}
