package tutti.lab.measure;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * A finished measurement, in the form of docs/rulings.md#contracts.
 *
 * @param workload its name
 * @param parameters of the workload and the load, by name
 * @param seed of everything random
 * @param commit of the code
 * @param machine the machine of the runs
 * @param ratioOf the figure that the ratios compare: {@code throughput}, or one of the runs'
 *     measures
 * @param unit of {@code throughput}
 * @param runs all of them in the order they were made, outliers too; warm-up runs are not among
 *     them
 * @param ratios by {@code a/b}
 * @param noise by {@code a/a}
 */
public record Report(
    String workload,
    Map<String, Object> parameters,
    long seed,
    String commit,
    Machine machine,
    String ratioOf,
    String unit,
    List<RunResult> runs,
    SortedMap<String, Ratio> ratios,
    SortedMap<String, Ratio> noise) {

  /** Returns whether every check of every run holds. */
  public boolean good() {
    return runs.stream().allMatch(RunResult::good);
  }

  /** Returns the sides, in the order of their first runs. */
  public List<String> labels() {
    return runs.stream().map(RunResult::label).distinct().toList();
  }

  /** Returns the runs of one side. */
  public List<RunResult> runsOf(String label) {
    return runs.stream().filter(run -> run.label().equals(label)).toList();
  }
}
