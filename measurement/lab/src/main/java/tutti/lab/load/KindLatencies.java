package tutti.lab.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

/** The times of each kind of transactions that commit while a run is measured. Thread-safe. */
public final class KindLatencies<K extends Enum<K>> implements ClosedLoop.Measuring {
  private final Map<K, Histogram> latencies;
  private volatile boolean measuring;

  public KindLatencies(Class<K> kinds) {
    latencies = new EnumMap<>(kinds);
    for (K kind : kinds.getEnumConstants()) {
      latencies.put(kind, new ConcurrentHistogram(Outcomes.LONGEST_NANOS, 3));
    }
  }

  @Override
  public void begins() {
    measuring = true;
  }

  @Override
  public void ends() {
    measuring = false;
  }

  /** Counts a transaction that has committed after that time. */
  public void committed(K kind, long nanos) {
    Histogram latency = latencies.get(kind);
    if (measuring && latency != null) {
      latency.recordValue(Math.min(Outcomes.LONGEST_NANOS, Math.max(0, nanos)));
    }
  }

  /**
   * Adds the figures of each kind of which there were some: how many committed in a second, and
   * their latency at p90.
   *
   * @param label the name of a kind in results
   */
  public RunResult result(RunResult run, double seconds, Function<K, String> label) {
    RunResult all = run;
    for (Map.Entry<K, Histogram> each : latencies.entrySet()) {
      Histogram latency = each.getValue();
      if (latency.getTotalCount() > 0) {
        String name = label.apply(each.getKey());
        all =
            all.measure(name + "-per-s", latency.getTotalCount() / seconds)
                .measure(name + "-p90-us", latency.getValueAtPercentile(90) / 1e3);
      }
    }
    return all;
  }
}
