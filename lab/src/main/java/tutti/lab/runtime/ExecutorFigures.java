package tutti.lab.runtime;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;

/**
 * The costs of running a task on an executor, in nanoseconds, for each {@link ExecutorMode}:
 * medians of rounds after a warm-up, beside the machine's other work. At most two threads spin at
 * any time: the client and the executor.
 *
 * <p>Start the program with {@code --add-opens java.base/java.lang=ALL-UNNAMED}; without it only
 * the permit mode is measured.
 */
public final class ExecutorFigures {
  private static final int ROUNDS = 15;
  private static final int WARM_UPS = 5;
  private static final int BATCH = 50_000;

  private final RealScheduler scheduler;
  private final TaskExecutor executor;
  private final TaskExecutor other;
  private final PrintStream out;
  private volatile int arrived;

  private ExecutorFigures(ExecutorMode mode, PrintStream out) {
    scheduler = new RealScheduler(mode, Duration.ofSeconds(10));
    executor = scheduler.newExecutor("figures");
    other = scheduler.newExecutor("other");
    this.out = out;
  }

  public static void main(String[] arguments) throws InterruptedException {
    for (ExecutorMode mode : ExecutorMode.values()) {
      if (mode.ordinal() < ExecutorMode.best().ordinal()) {
        continue;
      }
      System.out.println("mode " + mode);
      ExecutorFigures figures = new ExecutorFigures(mode, System.out);
      figures.measure();
      figures.scheduler.close();
    }
  }

  private void measure() throws InterruptedException {
    report("start and run, from a task of the executor", this::startAndRun);
    report("start, wait for a step, go on", this::startBlockResume);
    report("a call to another executor and its answer", this::callAndAnswer);
    report("timer: schedule and cancel", this::scheduleAndCancel);
    handOff("hand-off and back, client spins", 200_000, false);
    handOff("hand-off and back, client parks", 20_000, true);
  }

  private interface Batch {
    void run(int count) throws InterruptedException;
  }

  private void report(String what, Batch batch) throws InterruptedException {
    Histogram nanos = new Histogram(3);
    for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
      long begin = System.nanoTime();
      batch.run(BATCH);
      long each = (System.nanoTime() - begin) / BATCH;
      if (round >= WARM_UPS) {
        nanos.recordValue(each);
      }
    }
    print(what, nanos);
  }

  private void print(String what, Histogram nanos) {
    out.printf(
        "  %-45s median %6d ns, best %6d, p99 %7d%n",
        what, nanos.getValueAtPercentile(50), nanos.getMinValue(), nanos.getValueAtPercentile(99));
  }

  private void startAndRun(int count) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    int[] ran = new int[1];
    executor.start(
        () -> {
          for (int i = 0; i < count; i++) {
            executor.start(
                () -> {
                  if (++ran[0] == count) {
                    done.countDown();
                  }
                });
          }
        });
    done.await();
  }

  private void startBlockResume(int count) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    int[] ran = new int[1];
    Runnable task =
        () -> {
          Promise<Integer> promise = new Promise<>();
          executor.step(() -> promise.complete(1));
          promise.await();
          if (++ran[0] == count) {
            done.countDown();
          }
        };
    for (int i = 0; i < count; i++) {
      executor.start(task);
    }
    done.await();
  }

  private void callAndAnswer(int count) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    executor.start(
        () -> {
          for (int i = 0; i < count; i++) {
            Promise<Integer> promise = new Promise<>();
            other.step(() -> promise.complete(1));
            promise.await();
          }
          done.countDown();
        });
    done.await();
  }

  private void scheduleAndCancel(int count) {
    Runnable step = () -> {};
    for (int i = 0; i < count; i++) {
      Scheduler.Timer timer = scheduler.after(10_000_000_000L, executor, step);
      timer.cancel();
    }
  }

  private void handOff(String what, int rounds, boolean parks) {
    Histogram nanos = new Histogram(3);
    Thread client = Thread.currentThread();
    for (int i = 1; i <= rounds; i++) {
      int round = i;
      long begin = System.nanoTime();
      executor.start(() -> arrive(round, parks ? client : null));
      if (parks) {
        parkUntil(round);
      } else {
        spinUntil(round);
      }
      if (i > rounds / 4) {
        nanos.recordValue(System.nanoTime() - begin);
      }
    }
    print(what, nanos);
  }

  private void arrive(int round, @Nullable Thread parked) {
    arrived = round;
    if (parked != null) {
      LockSupport.unpark(parked);
    }
  }

  private void spinUntil(int round) {
    while (arrived != round) {
      Thread.onSpinWait();
    }
  }

  private void parkUntil(int round) {
    while (arrived != round) {
      LockSupport.park(this);
    }
  }
}
