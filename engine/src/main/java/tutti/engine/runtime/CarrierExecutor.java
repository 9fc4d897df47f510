package tutti.engine.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An executor that is one platform thread. Its tasks are virtual threads that no other carrier
 * mounts, so that at most one runs at any time and no lock is needed for it.
 *
 * <p>A virtual thread goes on with the next task when its task has ended without waiting: a task
 * that never waits costs no thread at all.
 */
final class CarrierExecutor extends QueuedExecutor<Runnable> implements Executor {
  private final HostThread carrier;
  private final Idler idler = new Idler();
  private final Thread.Builder.OfVirtual workers;

  /** The continuation of a worker that the carrier starts, as {@link #execute} leaves it. */
  private @Nullable Runnable started;

  private boolean starting;

  /** The core that the carrier stays on, or -1. */
  private final int core;

  CarrierExecutor(String name, Failures failures) {
    this(name, failures, -1);
  }

  /**
   * @param wanted the core that the carrier is to stay on, or -1 for any
   */
  CarrierExecutor(String name, Failures failures, int wanted) {
    super(name, failures);
    workers = VirtualThreads.builder(this).name(name + "-task-", 0);
    // A thread can only pin itself; the maker of the executor may rely on the answer.
    CompletableFuture<Boolean> pinned = new CompletableFuture<>();
    Runnable pinnedLoop =
        () -> {
          pinned.complete(Affinity.pin(wanted));
          loop();
        };
    carrier = new HostThread(name, wanted < 0 ? this::loop : pinnedLoop);
    carrier.context(new Context());
    carrier.start();
    core = wanted >= 0 && pinned.join() ? wanted : -1;
  }

  /** Called by the JDK with the continuation of one of our virtual threads. */
  @Override
  public void execute(Runnable continuation) {
    if (Thread.currentThread() == carrier && starting) {
      started = continuation;
    } else {
      resumed.offer(continuation);
      published();
    }
  }

  @Override
  void published() {
    idler.wake();
  }

  @Override
  public boolean isCurrent() {
    Thread thread = Thread.currentThread();
    return thread == carrier || thread.isVirtual() && VirtualThreads.currentCarrier() == carrier;
  }

  @Override
  public int core() {
    return core;
  }

  @Override
  void stop() {
    stopped = true;
    idler.wake();
  }

  @Override
  void awaitStop() throws InterruptedException {
    if (!isCurrent()) {
      carrier.join(5_000);
    }
  }

  private void loop() {
    idler.own();
    while (!stopped) {
      boolean worked = runSteps();
      Runnable continuation = resumed.poll();
      if (continuation != null) {
        continuation.run();
        worked = true;
      } else {
        Runnable task = fresh.poll();
        if (task != null) {
          startWorker(task);
          worked = true;
        }
      }
      if (!worked) {
        idler.idle(this::hasWork);
      }
    }
  }

  private void startWorker(Runnable task) {
    Thread worker = workers.unstarted(() -> work(task));
    starting = true;
    try {
      worker.start();
    } finally {
      starting = false;
    }
    Runnable continuation = started;
    started = null;
    if (continuation != null) {
      continuation.run();
    }
  }

  /** The life of a worker: its task, then the new tasks that are next in turn. */
  private void work(Runnable first) {
    Runnable task = first;
    while (task != null) {
      run(task);
      // Tasks that go on and steps are before new tasks, and are the carrier's. A step that met a
      // contended monitor here would give the carrier away, and others begin before it has ended.
      task = stopped || !resumed.isEmpty() || !steps.isEmpty() ? null : fresh.poll();
    }
  }

  private final class Context extends TaskContext {
    @Override
    public boolean inTask() {
      return Thread.currentThread().isVirtual();
    }

    @Override
    public Suspension suspension() {
      return new Wait(Thread.currentThread());
    }
  }

  private final class Wait extends Suspension {
    private final Thread task;
    private volatile boolean over;

    Wait(Thread task) {
      this.task = task;
    }

    @Override
    public void block() {
      ended();
      while (!over) {
        LockSupport.park(this);
        // An interrupt would make every later park return immediately.
        Thread.interrupted();
      }
      began();
    }

    @Override
    public void resume() {
      over = true;
      LockSupport.unpark(task);
    }
  }
}
