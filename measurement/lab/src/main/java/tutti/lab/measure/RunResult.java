package tutti.lab.measure;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * One measured run of one side.
 *
 * @param label the side's long name
 * @param throughput commits per second
 * @param latency from submission to outcome, in nanoseconds, warm-up left out
 * @param outcomes of the requests that ended in the measured time
 * @param checks the conditions that must hold of every run, by name
 * @param measures further figures by name, such as {@code cpu-us-per-request}
 * @param series further figures by name that have a value for each second, such as {@code
 *     warm-in-time}
 */
public record RunResult(
    String label,
    double throughput,
    Histogram latency,
    Outcomes outcomes,
    SortedMap<String, Boolean> checks,
    SortedMap<String, Double> measures,
    SortedMap<String, List<Double>> series) {

  /** Returns a run without checks and further figures yet. */
  public static RunResult of(
      String label, double throughput, Histogram latency, Outcomes outcomes) {
    return new RunResult(
        label, throughput, latency, outcomes, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  /**
   * Returns this result with one check more. A check that is there already stays false if it was
   * false.
   */
  public RunResult check(String name, boolean holds) {
    TreeMap<String, Boolean> more = new TreeMap<>(checks);
    more.merge(name, holds, Boolean::logicalAnd);
    return new RunResult(label, throughput, latency, outcomes, more, measures, series);
  }

  /** Returns this result with another label. */
  public RunResult labelled(String other) {
    return new RunResult(other, throughput, latency, outcomes, checks, measures, series);
  }

  /** Returns this result with one figure more. */
  public RunResult measure(String name, double value) {
    TreeMap<String, Double> more = new TreeMap<>(measures);
    more.put(name, value);
    return new RunResult(label, throughput, latency, outcomes, checks, more, series);
  }

  /** Returns this result with one series more. */
  public RunResult series(String name, List<Double> values) {
    TreeMap<String, List<Double>> more = new TreeMap<>(series);
    more.put(name, List.copyOf(values));
    return new RunResult(label, throughput, latency, outcomes, checks, measures, more);
  }

  public boolean good() {
    return !checks.containsValue(false);
  }

  /**
   * Returns the value of a figure: {@code throughput}, or one of {@link #measures}.
   *
   * @throws IllegalArgumentException if this run has no such figure
   */
  public double figure(String name) {
    if (name.equals("throughput")) {
      return throughput;
    }
    Double value = measures.get(name);
    if (value == null) {
      throw new IllegalArgumentException("a run of " + label + " has no figure '" + name + "'");
    }
    return value;
  }
}
