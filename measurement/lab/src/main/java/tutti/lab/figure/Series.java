package tutti.lab.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import tutti.lab.measure.RunResult;

/**
 * One line of a plot.
 *
 * @param points in the order of their x
 */
record Series(String label, List<Point> points) {
  public Series {
    points = List.copyOf(points);
  }

  /** One point of the line. */
  public record Point(double x, double y) {}

  /**
   * Returns a line for each side.
   *
   * @param runs of each side, by what varies
   * @param figure of a run
   */
  static List<Series> of(
      Map<String, SortedMap<Double, RunResult>> runs, ToDoubleFunction<RunResult> figure) {
    List<Series> series = new ArrayList<>();
    runs.forEach(
        (side, its) -> {
          List<Point> points = new ArrayList<>();
          its.forEach((x, run) -> points.add(new Point(x, figure.applyAsDouble(run))));
          series.add(new Series(side, points));
        });
    return series;
  }

  double[] xs() {
    return points.stream().mapToDouble(Point::x).toArray();
  }

  double[] ys() {
    return points.stream().mapToDouble(Point::y).toArray();
  }

  /** Returns the highest y, or 0 without points. */
  double highest() {
    return points.stream().mapToDouble(Point::y).max().orElse(0);
  }
}
