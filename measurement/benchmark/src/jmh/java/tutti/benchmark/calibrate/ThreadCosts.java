package tutti.benchmark.calibrate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/** The costs of steps, waits, timers and waking on the real scheduler. */
final class ThreadCosts implements AutoCloseable {
  private static final int ROUNDS = 15;
  private static final int MANY = 50_000;
  private static final int WAKES = 200;
  private static final long PAUSE_NANOS = 300_000;
  private static final long FAR_NANOS = 60_000_000_000L;

  private final RealScheduler scheduler = new RealScheduler();
  private final TaskExecutor executor = scheduler.newExecutor("calibrated");
  private final TaskExecutor other = scheduler.newExecutor("other");

  /** Measures a step that queues the next one: processor time of each. */
  Samples step() throws Exception {
    return Samples.measure(ROUNDS, () -> onExecutor(this::steps));
  }

  private void steps(CompletableFuture<Void> over) {
    new Runnable() {
      private int left = MANY;

      @Override
      public void run() {
        if (left-- == 0) {
          over.complete(null);
        } else {
          executor.step(this);
        }
      }
    }.run();
  }

  /** Measures a task that waits, and a step that completes the task's promise. */
  Samples resumeAndStep() throws Exception {
    return Samples.measure(
        ROUNDS,
        () ->
            onExecutor(
                over ->
                    executor.start(
                        () -> {
                          for (int i = 0; i < MANY; i++) {
                            Promise<Boolean> promise = new Promise<>();
                            executor.step(() -> promise.complete(true));
                            promise.await();
                          }
                          over.complete(null);
                        })));
  }

  /** Measures a timer that is set and cancelled, as nearly all are. */
  Samples timer() throws Exception {
    return Samples.measure(
        ROUNDS,
        () ->
            onExecutor(
                over -> {
                  for (int i = 0; i < MANY; i++) {
                    Scheduler.Timer timer = scheduler.after(FAR_NANOS, executor, () -> {});
                    timer.cancel();
                  }
                  over.complete(null);
                }));
  }

  private interface Work {
    void begin(CompletableFuture<Void> over);
  }

  private double onExecutor(Work work) throws Exception {
    long before = CountedScheduler.processorNanos(executor);
    CompletableFuture<Void> over = new CompletableFuture<>();
    executor.step(() -> work.begin(over));
    over.get(1, TimeUnit.MINUTES);
    return (CountedScheduler.processorNanos(executor) - before) / (double) MANY;
  }

  /** Measures the time from giving a step to a sleeping thread until the step runs. */
  Samples wake() throws Exception {
    double[] nanos = new double[WAKES];
    for (int i = 0; i < WAKES; i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      nanos[i] = handOver();
    }
    return Samples.of(nanos);
  }

  private double handOver() throws Exception {
    CompletableFuture<Long> began = new CompletableFuture<>();
    long given = System.nanoTime();
    executor.step(() -> began.complete(System.nanoTime()));
    return began.get() - given;
  }

  /** Measures the giver's cost of giving a step to a sleeping thread. */
  Samples unpark() throws Exception {
    double[] nanos = new double[WAKES];
    for (int i = 0; i < WAKES; i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      CompletableFuture<Void> ran = new CompletableFuture<>();
      long before = CountedScheduler.ownProcessorNanos();
      executor.step(() -> ran.complete(null));
      nanos[i] = CountedScheduler.ownProcessorNanos() - before;
      ran.get();
    }
    return Samples.of(nanos);
  }

  /** Measures two threads that hand one step to each other: one way. */
  Samples spinning() throws Exception {
    return Samples.measure(ROUNDS, this::toAndFro);
  }

  private double toAndFro() throws Exception {
    CompletableFuture<Void> over = new CompletableFuture<>();
    int rounds = MANY / 50;
    long begin = System.nanoTime();
    new Ball(executor, other, 2 * rounds, over).run();
    over.get(1, TimeUnit.MINUTES);
    return (System.nanoTime() - begin) / (2.0 * rounds);
  }

  private record Ball(StepQueue to, StepQueue back, int left, CompletableFuture<Void> over)
      implements Runnable {
    @Override
    public void run() {
      if (left == 0) {
        over.complete(null);
      } else {
        to.step(new Ball(back, to, left - 1, over));
      }
    }
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
