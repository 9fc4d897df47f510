package tutti.lab.load;

import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import tutti.lab.measure.Outcomes;

/**
 * Closed-loop load without a thread per client: the thread that brings a client its answer sends
 * that client's next request.
 */
public final class ClosedLoop {
  /** The longest time of the last answers after the load has ended. */
  private static final long DRAIN_SECONDS = 60;

  private final Target target;
  private final LoadPlan plan;
  private final Latencies latencies;
  private final CountDownLatch running;
  private final Measuring measuring;
  private final Pauses pauses = new Pauses();
  private volatile Phase phase = Phase.WARMUP;

  private ClosedLoop(Target target, LoadPlan plan, Measuring measuring) {
    this.target = target;
    this.plan = plan;
    this.measuring = measuring;
    this.latencies = new Latencies(plan.clients());
    this.running = new CountDownLatch(plan.clients());
  }

  enum Phase {
    WARMUP,
    MEASURED,
    ENDED
  }

  /** A measurement beside this one, which is told when the measured time begins and ends. */
  public interface Measuring {
    Measuring NOBODY =
        new Measuring() {
          @Override
          public void begins() {}

          @Override
          public void ends() {}
        };

    void begins();

    void ends();
  }

  /** Loads the target as planned; returns when all requests are answered, or a minute after. */
  public static LoadResult run(Target target, LoadPlan plan) throws InterruptedException {
    return run(target, plan, Measuring.NOBODY);
  }

  /** Runs with another measurement beside this one. */
  public static LoadResult run(Target target, LoadPlan plan, Measuring measuring)
      throws InterruptedException {
    return new ClosedLoop(target, plan, measuring).run();
  }

  private LoadResult run() throws InterruptedException {
    SplittableRandom seeds = new SplittableRandom(plan.seed());
    Client[] clients = new Client[plan.clients()];
    for (int i = 0; i < clients.length; i++) {
      clients[i] = new Client(this, i, seeds.split());
    }
    for (Client client : clients) {
      client.go();
    }
    TimeUnit.NANOSECONDS.sleep(plan.warmup().toNanos());
    long start = System.nanoTime();
    double cpu = ProcessorTime.seconds();
    measuring.begins();
    phase = Phase.MEASURED;
    TimeUnit.NANOSECONDS.sleep(plan.measured().toNanos());
    phase = Phase.ENDED;
    pauses.end();
    measuring.ends();
    cpu = ProcessorTime.seconds() - cpu;
    double seconds = (System.nanoTime() - start) / 1e9;
    boolean answered = running.await(DRAIN_SECONDS, TimeUnit.SECONDS);
    Histogram latency = latencies.sum();
    Outcomes measured = Outcomes.NONE;
    Outcomes total = Outcomes.NONE;
    for (Client client : clients) {
      measured = measured.plus(client.measured());
      total = total.plus(client.total());
    }
    return new LoadResult(seconds, cpu, latency, measured, total, answered);
  }

  /** Continues a client after a pause, or when the load ends. */
  void later(long nanos, Runnable then) {
    pauses.after(nanos, then);
  }

  Target target() {
    return target;
  }

  Phase phase() {
    return phase;
  }

  void record(int client, long nanos) {
    latencies.record(client, nanos);
  }

  void ended() {
    running.countDown();
  }
}
