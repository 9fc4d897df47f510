package tutti.engine.runtime;

import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * An executor that is one platform thread. Its tasks are virtual threads that no other carrier
 * mounts, so that at most one runs at any time and no lock is needed for it.
 *
 * <p>When a task has ended without waiting, its virtual thread runs the next task: a task that
 * never waits costs no thread at all.
 *
 * <p>A task that finds a lock of the JDK taken (the monitor of a map, for example, or of the log's
 * output) releases its carrier, but keeps its place in the lock's queue. Then the executor waits
 * for the task. If a step took the carrier instead, and queued behind the task at that lock, it
 * would wait for ever, since the lock goes to the task, which cannot continue without the carrier.
 */
final class CarrierExecutor extends QueuedExecutor<Runnable> implements Executor {
  private final HostThread carrier;

  /**
   * The time, in nanoseconds, that the executor waits for a task that is blocked at a lock. One
   * that is held longer is not the engine's: a task may have it that waits for a promise.
   */
  private static final long LOCKED_NANOS = 10_000_000_000L;

  private final Idler idler = new Idler();
  private final Thread.Builder.OfVirtual workers;

  /** The task that runs and has not begun to wait, or null. On the carrier, as all that follows. */
  private @Nullable Thread task;

  /**
   * The tasks that have given the carrier away without a promise, by their continuations: they
   * sleep, or wait for a lock of somebody else's or a socket.
   */
  private final Map<Runnable, Strayed> strayed = new IdentityHashMap<>();

  /**
   * Since when the running task has waited so, or 0: one that naps again and again has one time.
   */
  private long taskStrayed;

  /** The oldest time of {@link #strayed}, or 0; for the watchdog. */
  private volatile long oldestStrayed;

  /**
   * @param since by {@link System#nanoTime()}, never 0
   */
  private record Strayed(Thread task, long since) {}

  /** The continuations whose turn came while the executor waited for a task at a lock. */
  private final Queue<Runnable> postponed = new ArrayDeque<>();

  /** The continuation of a worker that the carrier starts, as {@link #execute} leaves it. */
  private @Nullable Runnable started;

  private boolean starting;

  /** The core that the carrier stays on, or -1. */
  private final int core;

  CarrierExecutor(String name, Failures failures, Timers timers) {
    this(name, failures, timers, -1, Scheduler.STACK_BYTES);
  }

  /**
   * @param wanted the core that the carrier is to stay on, or -1 for any
   * @param stackBytes the size of its stack, on which its tasks run
   */
  CarrierExecutor(String name, Failures failures, Timers timers, int wanted, long stackBytes) {
    super(name, failures, timers);
    workers = VirtualThreads.builder(this).name(name + "-task-", 0);
    // A thread can only pin itself; the maker of the executor may rely on the answer.
    CompletableFuture<Boolean> pinned = new CompletableFuture<>();
    Runnable pinnedLoop =
        () -> {
          pinned.complete(Affinity.pin(wanted));
          loop();
        };
    carrier = new HostThread(name, wanted < 0 ? this::loop : pinnedLoop, stackBytes);
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
  void awaitStop(long millis) throws InterruptedException {
    if (!isCurrent()) {
      carrier.join(millis);
    }
  }

  private void loop() {
    idler.own();
    while (!stopped) {
      boolean worked = runSteps();
      Runnable continuation = postponed.isEmpty() ? resumed.poll() : postponed.poll();
      if (continuation != null) {
        goOn(continuation);
        worked = true;
      } else {
        Runnable first = takeFresh();
        if (first != null) {
          startWorker(first);
          worked = true;
        }
      }
      if (!worked) {
        idler.idle(this::hasWork);
      }
    }
  }

  /** Runs a virtual thread until it ends or waits for something other than a lock. */
  private void goOn(Runnable continuation) {
    Strayed back = strayed.isEmpty() ? null : strayed.remove(continuation);
    task = back == null ? null : back.task;
    taskStrayed = back == null ? 0 : back.since;
    if (back != null) {
      began();
    }
    continuation.run();
    if (task != null) {
      awaitLock(continuation, task);
    } else if (back != null) {
      tellStrayed();
    }
  }

  /** Waits for a task that is blocked at a lock, and continues the task. */
  private void awaitLock(Runnable continuation, Thread blocked) {
    long begin = System.nanoTime();
    long waited = 0;
    while (task != null && !stopped && waited < LOCKED_NANOS && needsCarrier(blocked)) {
      Runnable next = resumed.poll();
      if (next == continuation) {
        next.run();
      } else if (next != null) {
        postponed.add(next);
      } else {
        LockSupport.parkNanos(this, Math.min(1_000_000, 10_000 + waited / 4));
      }
      waited = System.nanoTime() - begin;
    }
    if (task != null && blocked.isAlive()) {
      stray(continuation, blocked);
    } else if (taskStrayed != 0) {
      tellStrayed();
    }
    task = null;
  }

  /** A task waits elsewhere: others have the executor, and the watchdog knows of it. */
  private void stray(Runnable continuation, Thread blocked) {
    long since = taskStrayed != 0 ? taskStrayed : System.nanoTime() | 1;
    strayed.put(continuation, new Strayed(blocked, since));
    ended();
    tellStrayed();
  }

  private void tellStrayed() {
    long oldest = 0;
    for (Strayed each : strayed.values()) {
      if (oldest == 0 || each.since - oldest < 0) {
        oldest = each.since;
      }
    }
    oldestStrayed = oldest;
  }

  @Override
  public long strayedSince() {
    return oldestStrayed;
  }

  /** Returns whether a thread can go on, or will when the lock at which it is blocked is free. */
  private static boolean needsCarrier(Thread blocked) {
    return switch (blocked.getState()) {
      case BLOCKED, RUNNABLE -> true;
      case WAITING, TIMED_WAITING -> isLock(LockSupport.getBlocker(blocked));
      case NEW, TERMINATED -> false;
    };
  }

  /**
   * Returns whether this is the inside of a lock: each of the JDK waits with a class within its.
   */
  private static boolean isLock(@Nullable Object blocker) {
    Class<?> of = blocker == null ? null : blocker.getClass().getEnclosingClass();
    return of != null
        && (Lock.class.isAssignableFrom(of) || ReadWriteLock.class.isAssignableFrom(of));
  }

  private void startWorker(Runnable first) {
    Thread worker = workers.unstarted(() -> work(first));
    starting = true;
    try {
      worker.start();
    } finally {
      starting = false;
    }
    Runnable continuation = started;
    started = null;
    if (continuation != null) {
      goOn(continuation);
    }
  }

  /** The life of a worker: its task, then the new tasks that are next in turn. */
  private void work(Runnable first) {
    task = Thread.currentThread();
    Runnable next = first;
    while (next != null) {
      run(next);
      taskStrayed = 0;
      // Tasks that go on and steps are before new tasks, and are the carrier's. A step that met a
      // contended monitor here would give the carrier away, and others begin before it has ended.
      next = stopped || hasResumed() || hasSteps() ? null : takeFresh();
    }
    task = null;
  }

  private boolean hasResumed() {
    return !resumed.isEmpty() || !postponed.isEmpty();
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

    @Override
    protected void after(long nanos, Runnable body) {
      timers.after(nanos, Runnable::run, body);
    }
  }

  private final class Wait extends Suspension {
    private final Thread waiter;
    private volatile boolean over;

    Wait(Thread waiter) {
      this.waiter = waiter;
    }

    @Override
    public void block() {
      ended();
      while (!over) {
        task = null;
        LockSupport.park(this);
        // An interrupt would make every later park return immediately.
        Thread.interrupted();
      }
      task = waiter;
      began();
    }

    @Override
    public void resume() {
      over = true;
      LockSupport.unpark(waiter);
    }
  }
}
