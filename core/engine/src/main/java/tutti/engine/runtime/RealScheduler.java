package tutti.engine.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.memory.Heap;
import tutti.engine.memory.JvmHeap;

/**
 * The production driver of the {@link Scheduler} port. Thread-safe.
 *
 * <p>Executors are {@link CarrierExecutor}s where the JVM allows it, else {@link PermitExecutor}s
 * ({@link ExecutorMode}). Work that is submitted after {@link #close} is dropped.
 */
public final class RealScheduler implements Scheduler {
  private static final Logger LOG = LoggerFactory.getLogger(RealScheduler.class);

  /** The exit status of a process that a failed machine has ended. */
  private static final int FAILED = 1;

  /** The longest time for the log to be told why the process ends. */
  private static final long LOG_NANOS = 2_000_000_000L;

  /** The longest time for which {@link #close} waits for its threads, in nanoseconds. */
  private static final long STOP_NANOS = 5_000_000_000L;

  /** The longest time if a task or step holds one of them, which may never end. */
  private static final long HELD_STOP_NANOS = 500_000_000;

  private final ExecutorMode mode;
  private final Failures failures = new Failures();
  private final List<QueuedExecutor<?>> executors = new CopyOnWriteArrayList<>();
  private final List<StepThread> threads = new CopyOnWriteArrayList<>();
  private final List<Integer> cores = new CopyOnWriteArrayList<>();
  private final Consumer<MachineFailure> end;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean toldNotPinned = new AtomicBoolean();
  private final List<Consumer<String>> onFatal = new CopyOnWriteArrayList<>();

  /** The listener of fatal errors: one object, which is removed at the end. */
  private final Consumer<String> fatal;

  private final AtomicReference<@Nullable JvmHeap> heap = new AtomicReference<>();
  private final Watchdog watchdog;
  private final Timers timers;
  private final PeerClocks clocks = systemClocks();

  /**
   * A scheduler in the best mode of the process; it logs tasks that hold an executor for a second.
   */
  public RealScheduler() {
    this(ExecutorMode.best(), Duration.ofSeconds(1));
  }

  /**
   * @param mode how tasks are kept apart
   * @param held a task or step that holds its executor for longer is logged, once
   * @throws IllegalStateException if the process does not allow {@code mode}
   */
  public RealScheduler(ExecutorMode mode, Duration held) {
    this(mode, held, RealScheduler::halt);
  }

  /**
   * A scheduler in the best mode of the process, for a node whose process may go on without it.
   *
   * @param end is called when a step of a machine has failed, on the thread of that step: usually
   *     it ends the process. If it returns, the node's threads run nothing any more, and its
   *     callers are never answered.
   */
  public RealScheduler(Consumer<MachineFailure> end) {
    this(ExecutorMode.best(), Duration.ofSeconds(1), end);
  }

  private RealScheduler(ExecutorMode mode, Duration held, Consumer<MachineFailure> end) {
    this.end = end;
    this.mode = mode;
    if (mode == ExecutorMode.CARRIER && !VirtualThreads.available()) {
      throw new IllegalStateException(
          "ExecutorMode.CARRIER needs --add-opens java.base/java.lang=ALL-UNNAMED");
    }
    watchdog = new Watchdog(executors, threads, held.toNanos());
    timers = new Timers("tutti-timers", watchdog.lookNanos(), watchdog::look);
    fatal = this::tellFatal;
    FatalErrors.add(fatal);
    LOG.debug("executors run in mode {}", mode);
  }

  /**
   * Declares that the machine's cores are shared by {@code processes} busy processes, so that
   * threads of each process spin less, or not at all, while they wait for work, and are pinned to
   * different cores. Takes effect for the whole process.
   *
   * @param process the number of this process among them, from 0
   * @param processes the number of processes, including this one; at least 1
   */
  public static void shareCores(int process, int processes) {
    Idler.SpinSlots.share(processes);
    PinnedCores.ofProcess().share(process, processes);
  }

  /** Returns the machine's clocks, beside which those of peers can be read. */
  public static PeerClocks systemClocks() {
    return new PeerClocks(Instant::now, System::nanoTime);
  }

  /** Returns how many tasks and steps threw so far. */
  long failures() {
    return failures.count();
  }

  /** Tasks and steps that were logged because they held their executor too long. */
  long stalls() {
    return watchdog.stalls();
  }

  /** Returns the number of kept timers, some cancelled ones included: an estimate. */
  int timers() {
    return timers.size();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public PeerClocks clocks() {
    return clocks;
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    QueuedExecutor<?> executor =
        switch (mode) {
          case CARRIER -> new CarrierExecutor(name, failures, timers);
          case PERMIT -> new PermitExecutor(name, failures, timers);
        };
    executors.add(executor);
    return executor;
  }

  @Override
  public TaskExecutor newExecutor(String name, long stackBytes) {
    QueuedExecutor<?> executor =
        switch (mode) {
          case CARRIER -> new CarrierExecutor(name, failures, timers, -1, stackBytes);
          case PERMIT -> new PermitExecutor(name, failures, timers, stackBytes);
        };
    executors.add(executor);
    return executor;
  }

  @Override
  public TaskExecutor newExecutor(String name, boolean pinned) {
    if (!pinned) {
      return newExecutor(name);
    }
    String not =
        mode == ExecutorMode.PERMIT
            ? "executors have threads of their own only where java.lang is opened: start the JVM"
                + " with --add-opens java.base/java.lang=ALL-UNNAMED"
            : Affinity.unavailable();
    int core = not == null ? PinnedCores.ofProcess().take() : -1;
    if (core < 0) {
      notPinned(not == null ? "the system does not say which cores there are" : not);
      return newExecutor(name);
    }
    CarrierExecutor executor = new CarrierExecutor(name, failures, timers, core, STACK_BYTES);
    cores.add(core);
    executors.add(executor);
    if (executor.core() < 0) {
      notPinned("the system refused core " + core);
    }
    return executor;
  }

  /** Once is enough: the reason for one holds for all. */
  private void notPinned(String why) {
    if (toldNotPinned.compareAndSet(false, true)) {
      LOG.warn("executors are not pinned to cores: {}", why);
    }
  }

  @Override
  public int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public StepQueue newStepQueue(String name) {
    return newStepThread(name, failures::guard);
  }

  @Override
  public StepQueue newMachineQueue(String name) {
    return newStepThread(name, (where, step) -> failures.guardMachine(where, step, this));
  }

  private StepThread newStepThread(String name, BiConsumer<String, Runnable> guard) {
    StepThread thread = new StepThread(name, guard);
    threads.add(thread);
    if (ended.get()) {
      thread.stop();
    }
    return thread;
  }

  @Override
  public Error failStop(MachineFailure failure) {
    if (!ended.getAndSet(true)) {
      try {
        // First what could send a message while the failure is written down.
        executors.forEach(QueuedExecutor::stop);
        threads.forEach(StepThread::stop);
        timers.stop();
      } finally {
        end.accept(failure);
      }
    }
    throw new ProcessEnded(failure);
  }

  /**
   * Ends this process at once: no hook, no handler and no other thread is waited for, since each
   * could send another message.
   */
  private static void halt(MachineFailure failure) {
    haltLater();
    try {
      LOG.error(
          "this process ends, for {}; it starts again from what is durable",
          failure.text(),
          failure.cause());
      System.err.flush();
    } finally {
      Runtime.getRuntime().halt(FAILED);
    }
  }

  /** Ends this process a little later: the log may wait for its reader, and for ever. */
  private static void haltLater() {
    try {
      Thread.ofPlatform()
          .daemon()
          .name("end")
          .start(
              () -> {
                long end = System.nanoTime() + LOG_NANOS;
                for (long left = LOG_NANOS; left > 0; left = end - System.nanoTime()) {
                  LockSupport.parkNanos(left);
                }
                Runtime.getRuntime().halt(FAILED);
              });
    } catch (OutOfMemoryError noThread) {
      LOG.debug("there is no thread left that could end this process", noThread);
    }
  }

  @Override
  public void outside(Runnable work) {
    VirtualThreads.onManyCarriers().name("tutti-outside").start(FatalErrors.reporting(work));
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    return timers.after(delayNanos, on, step);
  }

  @Override
  public void point() {}

  @Override
  public void onFatalError(Consumer<String> listener) {
    onFatal.add(listener);
  }

  @Override
  public List<HeldQueue> held() {
    return watchdog.held();
  }

  @Override
  public long delayNanos() {
    long least = Long.MAX_VALUE;
    for (QueuedExecutor<?> executor : executors) {
      least = Math.min(least, executor.delayNanos());
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  @Override
  public Timer whileHeld(Runnable look) {
    watchdog.add(look);
    return () -> watchdog.remove(look);
  }

  @Override
  public Heap heap() {
    JvmHeap known = heap.get();
    if (known != null) {
      return known;
    }
    JvmHeap made = new JvmHeap();
    if (heap.compareAndSet(null, made)) {
      return made;
    }
    made.close();
    return heap();
  }

  @Override
  public void close() {
    FatalErrors.remove(fatal);
    JvmHeap known = heap.get();
    if (known != null) {
      known.close();
    }
    timers.stop();
    executors.forEach(QueuedExecutor::stop);
    threads.forEach(StepThread::stop);
    try {
      timers.awaitStop();
      // One end of all waits: several that are held do not add up.
      long end =
          System.nanoTime() + (HeldQueue.of(held(), 1).isEmpty() ? STOP_NANOS : HELD_STOP_NANOS);
      for (QueuedExecutor<?> executor : executors) {
        executor.awaitStop(millisUntil(end));
      }
      for (StepThread thread : threads) {
        thread.awaitStop(millisUntil(end));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cores.forEach(PinnedCores.ofProcess()::give);
    cores.clear();
  }

  private void tellFatal(String why) {
    onFatal.forEach(each -> each.accept(why));
  }

  private static long millisUntil(long end) {
    return Math.max(1, (end - System.nanoTime()) / 1_000_000);
  }
}
