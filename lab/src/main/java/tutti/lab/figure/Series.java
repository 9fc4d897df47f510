package tutti.lab.figure;

import java.util.List;

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
