package tutti.benchmark.index;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.benchmark.jmh.JmhRun;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

/**
 * {@code tutti bench index}: the cost of one operation on an index, on one thread. The plan's
 * clients do not count.
 */
public final class IndexWorkload implements Workload {
  /** The operation on the index. */
  public enum Operation {
    GET,
    INSERT,
    SCAN
  }

  /** The figure: nanoseconds of processor time, not of the clock, per operation. */
  public static final String COST = "cpu-ns-per-operation";

  private final List<String> sides;
  private final Operation operation;
  private final int rows;

  /**
   * @param sides each {@code ordered}, {@code skip-list} or {@code hash}
   * @param rows the number of keys, spread over all whole numbers; at least 1,000
   * @throws IllegalArgumentException if a side is none of those, or cannot do the operation
   */
  public IndexWorkload(List<String> sides, Operation operation, int rows) {
    for (String side : sides) {
      Side made = Side.make(side);
      if (operation == Operation.SCAN) {
        made.scan(0, 1);
      }
    }
    if (rows < 1_000) {
      throw new IllegalArgumentException(rows + " rows are too few to measure: 1000 or more");
    }
    this.sides = List.copyOf(sides);
    this.operation = operation;
    this.rows = rows;
  }

  @Override
  public String name() {
    return "index " + operation.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public List<String> sides() {
    return sides;
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("rows", rows);
    return parameters;
  }

  @Override
  public String ratioOf() {
    return COST;
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws IOException {
    return JmhRun.make(
        IndexBenchmark.class,
        operation.name().toLowerCase(Locale.ROOT),
        side,
        Map.of("rows", Integer.toString(rows)),
        plan,
        COST,
        "found-what-is-there");
  }
}
