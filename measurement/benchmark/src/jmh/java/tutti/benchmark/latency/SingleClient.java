package tutti.benchmark.latency;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tutti.lab.load.Ending;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.ProcessorTime;
import tutti.lab.load.Target;

/**
 * One client on a thread of its own, for latency: it sends a request, waits for the answer spinning
 * or parked, and sends the next.
 */
public final class SingleClient implements Consumer<Ending> {
  /** One minute; a longer latency is recorded as one minute. */
  private static final long HIGHEST = 60_000_000_000L;

  private final Thread thread = Thread.currentThread();
  private final boolean spins;
  private volatile @Nullable Ending answer;

  private SingleClient(boolean spins) {
    this.spins = spins;
  }

  /**
   * Runs the client on the calling thread.
   *
   * @param spins whether the client waits spinning; else it parks, as blocking clients do
   * @param plan its {@code clients} must be 1
   */
  public static LoadResult run(Target target, LoadPlan plan, boolean spins) {
    if (plan.clients() != 1) {
      throw new IllegalArgumentException("a single client cannot be " + plan.clients());
    }
    return new SingleClient(spins).run(target, plan);
  }

  private LoadResult run(Target target, LoadPlan plan) {
    SplittableRandom random = new SplittableRandom(plan.seed());
    long[] total = new long[Ending.values().length];
    long warm = System.nanoTime() + plan.warmup().toNanos();
    while (System.nanoTime() - warm < 0) {
      total[ask(target, random).ordinal()]++;
    }
    Histogram latency = new Histogram(HIGHEST, 3);
    long[] measured = new long[Ending.values().length];
    double cpu = ProcessorTime.seconds();
    long start = System.nanoTime();
    long end = start + plan.measured().toNanos();
    long sent = start;
    while (sent - end < 0) {
      Ending ending = ask(target, random);
      long now = System.nanoTime();
      latency.recordValue(Math.clamp(now - sent, 0, HIGHEST));
      measured[ending.ordinal()]++;
      sent = now;
    }
    for (int i = 0; i < total.length; i++) {
      total[i] += measured[i];
    }
    return new LoadResult(
        (sent - start) / 1e9,
        ProcessorTime.seconds() - cpu,
        latency,
        Ending.outcomes(measured),
        Ending.outcomes(total),
        true);
  }

  private Ending ask(Target target, SplittableRandom random) {
    answer = null;
    target.start(0, random, this);
    Ending got;
    while ((got = answer) == null) {
      if (spins) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
      }
    }
    return got;
  }

  @Override
  public void accept(Ending ending) {
    answer = ending;
    if (!spins) {
      LockSupport.unpark(thread);
    }
  }
}
