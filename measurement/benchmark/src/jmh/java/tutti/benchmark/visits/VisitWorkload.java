package tutti.benchmark.visits;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import tutti.benchmark.jmh.JmhRun;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

/**
 * {@code tutti bench visits}: the executor's time for an access of an actor that nobody else uses.
 * The plan's clients do not count.
 *
 * @param sides concurrency controls
 */
public record VisitWorkload(List<String> sides) implements Workload {
  /** The figure: nanoseconds of the executor's processor time for a visit, with all around it. */
  public static final String COST = "cpu-ns-per-access";

  private static final String BATCH = "cpu-ns-per-batch";

  /**
   * @throws IllegalArgumentException if a side is no concurrency control
   */
  public VisitWorkload {
    sides.forEach(VisitBenchmark::deployment);
  }

  @Override
  public String name() {
    return "visits";
  }

  @Override
  public Map<String, Object> parameters() {
    return Map.of(
        "accesses of a transaction", VisitBenchmark.VISITS,
        "transactions of a batch", VisitBenchmark.TRANSACTIONS);
  }

  @Override
  public String ratioOf() {
    return COST;
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws IOException {
    RunResult run =
        JmhRun.make(VisitBenchmark.class, "visits", side, Map.of(), plan, BATCH, "all-committed");
    return run.measure(
        COST, run.figure(BATCH) / VisitBenchmark.TRANSACTIONS / VisitBenchmark.VISITS);
  }
}
