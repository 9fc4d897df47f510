package tutti.lab.storage;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

/**
 * {@code tutti bench index}: the cost of one operation on an index, on one thread. The plan's
 * clients do not count. Runs that change nothing share the index, since to build it would take
 * longer than to measure it.
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

  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  private static final int SCANNED = 100;
  private static final int BATCH = 50;

  /** The factor of keys; it is odd, so that every number has a key of its own. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final List<String> sides;
  private final Operation operation;
  private final int rows;
  private final Map<String, Side> built = new HashMap<>();

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
  public RunResult run(String side, LoadPlan plan) {
    Loop loop = new Loop(side, plan.seed());
    loop.run(plan.warmup().toNanos(), new Histogram(3));
    Histogram latency = new Histogram(3);
    long start = System.nanoTime();
    long cpuStart = CPU.getCurrentThreadCpuTime();
    long operations = loop.run(plan.measured().toNanos(), latency);
    double cpu = CPU.getCurrentThreadCpuTime() - cpuStart;
    double nanos = System.nanoTime() - start;
    return RunResult.of(
            side, operations * 1e9 / nanos, latency, new Outcomes(operations, 0, 0, 0, 0))
        .measure(COST, cpu / operations)
        .check("found-what-is-there", loop.good);
  }

  private static Side filled(String name, int rows) {
    Side side = Side.make(name);
    for (int i = 0; i < rows; i++) {
      side.insert(i * SPREAD);
    }
    return side;
  }

  /** One run. */
  private final class Loop {
    private final String name;
    private final SplittableRandom random;
    private Side side;
    private int next;
    private boolean good = true;

    Loop(String name, long seed) {
      this.name = name;
      this.random = new SplittableRandom(seed);
      this.side =
          operation == Operation.INSERT
              ? Side.make(name)
              : built.computeIfAbsent(name, each -> filled(each, rows));
    }

    /** Runs for some time; returns the number of operations. */
    long run(long nanos, Histogram latency) {
      long operations = 0;
      long start = System.nanoTime();
      long before = start;
      while (before - start < nanos) {
        for (int i = 0; i < BATCH; i++) {
          step();
        }
        operations += BATCH;
        long now = System.nanoTime();
        latency.recordValueWithCount((now - before) / BATCH, BATCH);
        before = now;
      }
      return operations;
    }

    private void step() {
      switch (operation) {
        case GET -> {
          long key = random.nextInt(rows) * SPREAD;
          Long found = side.get(key);
          good &= found != null && found == key;
        }
        case SCAN -> good &= side.scan(random.nextInt(rows) * SPREAD, SCANNED) != 0;
        case INSERT -> {
          if (next == rows) {
            good &= side.get((rows - 1) * SPREAD) != null;
            side = Side.make(name);
            next = 0;
          }
          side.insert(next++ * SPREAD);
        }
      }
    }
  }
}
