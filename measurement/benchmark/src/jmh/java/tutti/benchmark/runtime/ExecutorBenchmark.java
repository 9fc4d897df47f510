package tutti.benchmark.runtime;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;

/**
 * A task on an executor, for each {@link ExecutorMode}. At most two threads spin at any time: the
 * client and the executor. Modes but {@code PERMIT} need {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED}, which the {@code tutti} jar has.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/java.lang=ALL-UNNAMED")
@SuppressWarnings("NullAway") // JMH calls open() first.
public class ExecutorBenchmark {
  private static final int BATCH = 10_000;
  private static final long LATER_NANOS = 10_000_000_000L;

  @Param public ExecutorMode mode = ExecutorMode.best();

  private RealScheduler scheduler;
  private TaskExecutor executor;
  private TaskExecutor other;
  private volatile int arrived;
  private int round;

  @Setup(Level.Trial)
  public void open() {
    scheduler = new RealScheduler(mode, Duration.ofSeconds(10));
    executor = scheduler.newExecutor("benchmark");
    other = scheduler.newExecutor("other");
  }

  @TearDown(Level.Trial)
  public void close() {
    scheduler.close();
  }

  /** Starts a task from a task of the executor, and runs it. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void startAndRun() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    int[] ran = new int[1];
    executor.start(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            executor.start(() -> countDown(ran, done));
          }
        });
    done.await();
  }

  /** Starts a task that waits for a step, and goes on. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void startBlockResume() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    int[] ran = new int[1];
    Runnable task =
        () -> {
          Promise<Integer> promise = new Promise<>();
          executor.step(() -> promise.complete(1));
          promise.await();
          countDown(ran, done);
        };
    for (int i = 0; i < BATCH; i++) {
      executor.start(task);
    }
    done.await();
  }

  private static void countDown(int[] ran, CountDownLatch done) {
    if (++ran[0] == BATCH) {
      done.countDown();
    }
  }

  /** Calls another executor, and waits for its answer. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void callAndAnswer() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    executor.start(
        () -> {
          for (int i = 0; i < BATCH; i++) {
            Promise<Integer> promise = new Promise<>();
            other.step(() -> promise.complete(1));
            promise.await();
          }
          done.countDown();
        });
    done.await();
  }

  /** Schedules a timer, and cancels it. */
  @Benchmark
  public void scheduleAndCancel() {
    Scheduler.Timer timer = scheduler.after(LATER_NANOS, executor, () -> {});
    timer.cancel();
  }

  /** Hands a task over and waits until it has run, spinning. */
  @Benchmark
  public void handOffSpinning() {
    int now = ++round;
    executor.start(() -> arrive(now, null));
    while (arrived != now) {
      Thread.onSpinWait();
    }
  }

  /** Hands a task over and waits until it has run, parked. */
  @Benchmark
  public void handOffParked() {
    int now = ++round;
    Thread client = Thread.currentThread();
    executor.start(() -> arrive(now, client));
    while (arrived != now) {
      LockSupport.park(this);
    }
  }

  private void arrive(int now, @Nullable Thread parked) {
    arrived = now;
    if (parked != null) {
      LockSupport.unpark(parked);
    }
  }
}
