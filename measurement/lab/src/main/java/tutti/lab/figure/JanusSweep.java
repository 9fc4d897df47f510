package tutti.lab.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tutti.lab.measure.RunResult;

/**
 * Runs of one layout of {@link JanusFigures} by side, and by what varies; runs that failed, or have
 * not ended yet, are missing.
 *
 * @param layout its name
 * @param where the places
 * @param what varies
 * @param xs the values at which all sides are to be measured, rising
 * @param runs of every side
 */
record JanusSweep(
    String layout,
    String where,
    String what,
    List<Double> xs,
    Map<String, SortedMap<Double, RunResult>> runs) {

  private SortedMap<Double, RunResult> of(String side) {
    SortedMap<Double, RunResult> its = runs.get(side);
    if (its == null) {
      throw new IllegalArgumentException("no side '" + side + "'");
    }
    return its;
  }

  @Nullable RunResult run(String side, double x) {
    return of(side).get(x);
  }

  /** Returns the runs of a side, in the order of what varies. */
  List<RunResult> all(String side) {
    return List.copyOf(of(side).values());
  }

  boolean isWhole(String side) {
    return of(side).keySet().containsAll(xs);
  }

  /** Returns the throughput of a side over that of another; not a number if one is missing. */
  double ratio(String above, String below, double x) {
    RunResult one = run(above, x);
    RunResult other = run(below, x);
    return one == null || other == null ? Double.NaN : one.throughput() / other.throughput();
  }

  /** Returns the names of the runs that are missing. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    runs.forEach(
        (side, its) ->
            xs.stream()
                .filter(x -> !its.containsKey(x))
                .forEach(x -> missing.add(side + " at " + x)));
    return missing;
  }

  List<Series> series(ToDoubleFunction<RunResult> figure) {
    return Series.of(runs, figure);
  }
}
