package tutti.benchmark.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.ProcessorTime;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

/**
 * Committers: threads that each commit to a log, wait until the commit is durable, and commit
 * again. The plan's clients are the committers.
 */
final class Committers {
  private static final long HIGHEST_NANOS = 60_000_000_000L;

  private Committers() {}

  /**
   * Makes one run.
   *
   * @param payload bytes of a record
   * @param platformThreads whether committers are platform threads instead of virtual ones
   * @throws IOException if a commit failed
   */
  static RunResult run(
      String side, CommitLog log, LoadPlan plan, int payload, boolean platformThreads)
      throws IOException, InterruptedException {
    SplittableRandom seeds = new SplittableRandom(plan.seed());
    List<Committer> committers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < plan.clients(); i++) {
      byte[] bytes = new byte[payload];
      seeds.split().nextBytes(bytes);
      committers.add(new Committer(log, bytes));
    }
    for (Committer committer : committers) {
      Thread.Builder builder = platformThreads ? Thread.ofPlatform() : Thread.ofVirtual();
      threads.add(builder.start(committer));
    }
    sleep(plan.warmup());
    long start = System.nanoTime();
    long forces = log.forces();
    double cpu = ProcessorTime.seconds();
    committers.forEach(committer -> committer.phase = Phase.MEASURED);
    sleep(plan.measured());
    committers.forEach(committer -> committer.phase = Phase.ENDED);
    double seconds = (System.nanoTime() - start) / 1e9;
    forces = log.forces() - forces;
    cpu = ProcessorTime.seconds() - cpu;
    for (Thread thread : threads) {
      thread.join();
    }
    RunResult run = result(side, committers, seconds, forces);
    return run.measure("cpu-us-per-request", cpu * 1e6 / Math.max(1, run.outcomes().committed()));
  }

  private static RunResult result(
      String side, List<Committer> committers, double seconds, long forces) throws IOException {
    Histogram latency = new Histogram(HIGHEST_NANOS, 3);
    for (Committer committer : committers) {
      if (committer.failure != null) {
        throw committer.failure;
      }
      latency.add(committer.latency);
    }
    long commits = latency.getTotalCount();
    return RunResult.of(side, commits / seconds, latency, new Outcomes(commits, 0, 0, 0, 0))
        .measure("commits-per-force", commits / (double) Math.max(1, forces));
  }

  private static void sleep(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    long left;
    while ((left = end - System.nanoTime()) > 0) {
      LockSupport.parkNanos(left);
    }
  }

  private enum Phase {
    WARMUP,
    MEASURED,
    ENDED
  }

  /** The work of one thread. Its counters are read after the thread has ended. */
  private static final class Committer implements Runnable {
    private final CommitLog log;
    private final byte[] bytes;
    private final Histogram latency = new Histogram(HIGHEST_NANOS, 3);
    private volatile Phase phase = Phase.WARMUP;
    private @Nullable IOException failure;

    Committer(CommitLog log, byte[] bytes) {
      this.log = log;
      this.bytes = bytes;
    }

    @Override
    public void run() {
      try {
        Phase now;
        while ((now = phase) != Phase.ENDED) {
          long start = System.nanoTime();
          log.commit(bytes);
          if (now == Phase.MEASURED) {
            latency.recordValue(Math.min(System.nanoTime() - start, HIGHEST_NANOS));
          }
        }
      } catch (IOException e) {
        failure = e;
      }
    }
  }
}
