package tutti.benchmark.calibrate;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/** The real scheduler, with a count of the processor time that its threads have used. */
final class CountedScheduler implements Scheduler {
  private final RealScheduler scheduler = new RealScheduler();
  private final List<StepQueue> threads = new ArrayList<>();

  /** Returns the processor time of all its threads so far, in nanoseconds, without the timers'. */
  long processorNanos() throws Exception {
    long sum = 0;
    for (StepQueue thread : List.copyOf(threads)) {
      sum += processorNanos(thread);
    }
    return sum;
  }

  /** Returns the processor time of one thread so far, in nanoseconds: asked on that thread. */
  static long processorNanos(StepQueue thread) throws Exception {
    CompletableFuture<Long> nanos = new CompletableFuture<>();
    thread.step(() -> nanos.complete(ownProcessorNanos()));
    return nanos.get();
  }

  /** Returns the processor time of the calling thread, which is not virtual. */
  static long ownProcessorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  @Override
  public long nanos() {
    return scheduler.nanos();
  }

  @Override
  public Instant now() {
    return scheduler.now();
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    TaskExecutor executor = scheduler.newExecutor(name);
    threads.add(executor);
    return executor;
  }

  @Override
  public TaskExecutor newExecutor(String name, boolean pinned) {
    TaskExecutor executor = scheduler.newExecutor(name, pinned);
    threads.add(executor);
    return executor;
  }

  @Override
  public int cores() {
    return scheduler.cores();
  }

  @Override
  public StepQueue newStepQueue(String name) {
    StepQueue queue = scheduler.newStepQueue(name);
    threads.add(queue);
    return queue;
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    return scheduler.after(delayNanos, on, step);
  }

  @Override
  public void point() {
    scheduler.point();
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
