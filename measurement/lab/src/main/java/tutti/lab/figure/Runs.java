package tutti.lab.figure;

import java.util.List;
import java.util.Map;
import tutti.lab.measure.RunResult;

/**
 * The runs of a figure.
 *
 * @param ended the results, in the order of the figure; their labels describe them
 * @param failed the reasons of the runs that ended without a result, by label
 * @param outstanding the labels of the runs that have not ended yet
 */
public record Runs(List<RunResult> ended, Map<String, String> failed, List<String> outstanding) {
  public Runs {
    ended = List.copyOf(ended);
    outstanding = List.copyOf(outstanding);
  }

  /** Returns runs that have all ended with a result. */
  static Runs ended(List<RunResult> all) {
    return new Runs(all, Map.of(), List.of());
  }

  int count() {
    return ended.size() + failed.size() + outstanding.size();
  }

  /** Returns whether every check of every result holds. */
  public boolean checksHold() {
    return ended.stream().allMatch(RunResult::good);
  }

  /** Returns whether every run has a result. */
  boolean complete() {
    return failed.isEmpty() && outstanding.isEmpty();
  }

  /** Returns whether every run has a result, and every check of it holds. */
  public boolean good() {
    return checksHold() && complete();
  }
}
