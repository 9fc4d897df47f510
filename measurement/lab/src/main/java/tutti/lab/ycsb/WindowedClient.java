package tutti.lab.ycsb;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.AtomicHistogram;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.Ending;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.ProcessorTime;
import tutti.lab.load.Target;
import tutti.lab.measure.Outcomes;

/**
 * One thread that sends requests and never waits while fewer than a number of them are outstanding:
 * the {@link LoadPlan#clients} of its plan. The client spins, since the executor is another thread.
 */
final class WindowedClient {
  private static final int ENDINGS = Ending.values().length;
  private static final long LONGEST = 60_000_000_000L;
  private static final int BATCH = 64;

  private final Target target;
  private final LoadPlan plan;
  private final ClosedLoop.Measuring measurer;
  private final SplittableRandom random;
  private final AtomicLongArray total = new AtomicLongArray(ENDINGS);
  private final AtomicLongArray measured = new AtomicLongArray(ENDINGS);
  private final AtomicLong ended = new AtomicLong();
  private final AtomicHistogram latency = new AtomicHistogram(LONGEST, 3);
  private long sent;
  private volatile boolean measuring;

  private WindowedClient(Target target, LoadPlan plan, ClosedLoop.Measuring measurer) {
    this.target = target;
    this.plan = plan;
    this.measurer = measurer;
    this.random = new SplittableRandom(plan.seed());
  }

  /** Loads the target as planned from the calling thread. */
  static LoadResult run(Target target, LoadPlan plan, ClosedLoop.Measuring measurer) {
    return new WindowedClient(target, plan, measurer).run();
  }

  private LoadResult run() {
    sendFor(plan.warmup().toNanos());
    double cpu = ProcessorTime.seconds();
    measurer.begins();
    measuring = true;
    long nanos = sendFor(plan.measured().toNanos());
    measuring = false;
    measurer.ends();
    cpu = ProcessorTime.seconds() - cpu;
    long patience = System.nanoTime() + LONGEST;
    while (ended.get() < sent && System.nanoTime() < patience) {
      Thread.onSpinWait();
    }
    return new LoadResult(
        nanos / 1e9, cpu, latency.copy(), outcomes(measured), outcomes(total), ended.get() == sent);
  }

  private long sendFor(long nanos) {
    long start = System.nanoTime();
    long now = start;
    while (now - start < nanos) {
      for (int i = 0; i < BATCH; i++) {
        while (sent - ended.get() >= plan.clients()) {
          Thread.onSpinWait();
        }
        send();
      }
      now = System.nanoTime();
    }
    return now - start;
  }

  private void send() {
    sent++;
    long start = System.nanoTime();
    target.start(0, random, ending -> ended(ending, start));
  }

  private void ended(Ending ending, long start) {
    total.incrementAndGet(ending.ordinal());
    if (measuring) {
      measured.incrementAndGet(ending.ordinal());
      latency.recordValue(Math.clamp(System.nanoTime() - start, 0, LONGEST));
    }
    ended.incrementAndGet();
  }

  private static Outcomes outcomes(AtomicLongArray counts) {
    return new Outcomes(
        counts.get(Ending.COMMITTED.ordinal()),
        counts.get(Ending.REFUSED.ordinal()),
        counts.get(Ending.ABORTED.ordinal()),
        counts.get(Ending.IN_DOUBT.ordinal()),
        0);
  }
}
