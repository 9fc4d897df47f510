package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * An executor without a thread of its own: the thread that holds its permit is the executor. A task
 * that waits hands the permit to the next that can run; if there is none, the permit is free, and
 * the next thread that brings work takes it.
 */
final class PermitExecutor extends QueuedExecutor<PermitExecutor.Wait> {
  private static final VarHandle HELD =
      FieldHandle.of(MethodHandles.lookup(), "held", boolean.class);

  private final Context context = new Context();
  private final Thread.Builder workers;

  @SuppressWarnings("unused") // through HELD
  private volatile boolean held;

  /** Whether a step runs; belongs to the permit's holder. */
  private boolean inStep;

  PermitExecutor(String name, Failures failures, Timers timers) {
    super(name, failures, timers);
    workers = Thread.ofVirtual().name(name + "-task-", 0);
  }

  /** An executor whose tasks have threads of the platform, for their stacks' sake. */
  PermitExecutor(String name, Failures failures, Timers timers, long stackBytes) {
    super(name, failures, timers);
    workers = Thread.ofPlatform().daemon().stackSize(stackBytes).name(name + "-task-", 0);
  }

  @Override
  void published() {
    VarHandle.fullFence();
    if (take()) {
      pass();
    }
  }

  private boolean take() {
    return !held && HELD.compareAndSet(this, false, true);
  }

  @Override
  public boolean isCurrent() {
    return TaskContext.current() == context;
  }

  @Override
  void stop() {
    stopped = true;
  }

  @Override
  void awaitStop(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (held && !isCurrent() && System.nanoTime() < end) {
      Thread.sleep(1);
    }
  }

  /** Gives the permit, which the caller holds, to the next task. */
  private void pass() {
    do {
      if (!stopped) {
        Wait next = hasSteps() ? null : resumed.poll();
        if (next != null) {
          next.grant();
          return;
        }
        if (hasSteps() || !resumed.isEmpty() || hasFresh()) {
          workers.start(FatalErrors.reporting(this::work));
          return;
        }
      }
      held = false;
      VarHandle.fullFence();
    } while (!stopped && hasWork() && take());
  }

  /** The life of a worker, which begins with the permit and ends by passing it on. */
  private void work() {
    context.enter();
    while (!stopped) {
      inStep = true;
      runSteps();
      inStep = false;
      Wait next = resumed.poll();
      if (next != null) {
        next.grant();
        return;
      }
      Runnable task = takeFresh();
      if (task == null) {
        break;
      }
      run(task);
    }
    pass();
  }

  private final class Context extends TaskContext {
    @Override
    public boolean inTask() {
      return !inStep;
    }

    @Override
    public Suspension suspension() {
      return new Wait(Thread.currentThread());
    }

    @Override
    protected void after(long nanos, Runnable body) {
      timers.after(nanos, Runnable::run, body);
    }
  }

  /** A task that waits: first for its promise, then for the permit. */
  final class Wait extends Suspension {
    private final Thread task;
    private volatile boolean granted;

    Wait(Thread task) {
      this.task = task;
    }

    @Override
    public void block() {
      ended();
      pass();
      while (!granted) {
        LockSupport.park(this);
        // An interrupt would make every later park return immediately.
        Thread.interrupted();
      }
      began();
    }

    @Override
    public void resume() {
      resumed.offer(this);
      published();
    }

    private void grant() {
      granted = true;
      LockSupport.unpark(task);
    }
  }
}
