package tutti.lab.cost;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.ThreadUse;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunHistory;

/**
 * The time of one transaction, which one client makes again and again: the thread that brings the
 * answer sends the next request, so that no client wants a core.
 *
 * @param latencyNanos the median from the request to the answer
 * @param processorNanos the processor time of this process' executors, for each transaction
 * @param resultNanos the mean of what the procedure has returned, if that is a number
 */
record Timed(double latencyNanos, double processorNanos, double resultNanos) {
  /** A window in which fewer have ended was another process'. */
  private static final int FEWEST = 5;

  private static final int MOST_TRIES = 20;
  private static final double MEDIAN = 50;

  /**
   * Measures a transaction.
   *
   * @param warmup before the measured time
   * @throws IllegalStateException if one of them does not commit
   */
  static Timed measure(Node node, TransactionRequest request, Duration warmup, Duration measured)
      throws InterruptedException {
    for (int tries = 1; ; tries++) {
      Use use = new Use();
      Results results = new Results(request);
      LoadResult load =
          ClosedLoop.run(
              new NodeTarget(node, results, RunHistory.NONE),
              new LoadPlan(1, warmup, measured, 1),
              use);
      if (load.total().committed() != load.total().ended() || !load.answered()) {
        throw new IllegalStateException("not all of " + request.calls() + " have committed");
      }
      long ended = load.measured().ended();
      if (ended >= FEWEST || tries == MOST_TRIES) {
        return new Timed(
            load.latency().getValueAtPercentile(MEDIAN),
            use.nanos / Math.max(1, ended),
            results.mean());
      }
    }
  }

  /** Returns the median of some, each part by itself. */
  static Timed median(List<Timed> some) {
    return new Timed(
        median(some, Timed::latencyNanos),
        median(some, Timed::processorNanos),
        median(some, Timed::resultNanos));
  }

  private static double median(List<Timed> some, ToDoubleFunction<Timed> part) {
    double[] sorted = some.stream().mapToDouble(part).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the least and the greatest latency of some, for a person. */
  static String spread(List<Timed> some) {
    double[] sorted = some.stream().mapToDouble(Timed::latencyNanos).sorted().toArray();
    return Arrays.toString(
            new long[] {Math.round(sorted[0]), Math.round(sorted[sorted.length - 1])})
        .replace("[", "")
        .replace("]", "")
        .replace(", ", " to ");
  }

  /** The processor time of the executors in the measured time. */
  private static final class Use implements ClosedLoop.Measuring {
    private ThreadUse before = new ThreadUse(0, 0);
    private double nanos;

    @Override
    public void begins() {
      before = ThreadUse.ofExecutors();
    }

    @Override
    public void ends() {
      nanos = ThreadUse.ofExecutors().since(before).cpuNanos();
    }
  }

  /** One request again and again, and what it has returned. */
  private static final class Results implements NodeTarget.Requests {
    private final TransactionRequest request;
    private final LongAdder sum = new LongAdder();
    private final LongAdder count = new LongAdder();

    Results(TransactionRequest request) {
      this.request = request;
    }

    @Override
    public TransactionRequest next(int client, SplittableRandom random) {
      return request;
    }

    @Override
    public void ended(int client, TransactionRequest asked, Outcome outcome) {
      if (outcome instanceof Outcome.Committed committed
          && committed.results().getFirst() instanceof ProcedureResult result
          && result.value() instanceof Long value) {
        sum.add(value);
        count.increment();
      }
    }

    double mean() {
      return count.sum() == 0 ? 0 : sum.sum() / (double) count.sum();
    }
  }
}
