package tutti.lab.figure;

import java.util.ArrayList;
import java.util.List;
import tutti.lab.measure.Text;

/** A line plot as SVG: axes from zero, a few round ticks, a legend. Pure functions. */
final class Plot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final int LEFT = 80;
  private static final int RIGHT = 20;
  private static final int TOP = 40;
  private static final int BOTTOM = 60;
  private static final int TICKS = 5;
  private static final int LEGEND_LINE = 16;
  private static final List<String> COLOURS =
      List.of("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b9770e", "#34495e");

  private Plot() {}

  static String svg(Panel panel) {
    double highX = highest(panel, true);
    double highY = highest(panel, false);
    List<String> lines = new ArrayList<>();
    lines.add(
        Text.of(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT));
    lines.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    lines.add(text(WIDTH / 2.0, TOP / 2.0, "middle", panel.title()));
    axes(panel, highX, highY, lines);
    for (int i = 0; i < panel.series().size(); i++) {
      line(panel.series().get(i), i, highX, highY, lines);
    }
    lines.add("</svg>");
    return String.join("\n", lines) + "\n";
  }

  private static double highest(Panel panel, boolean x) {
    double highest = 0;
    for (Series series : panel.series()) {
      for (Series.Point point : series.points()) {
        highest = Math.max(highest, x ? point.x() : point.y());
      }
    }
    return step(highest) * Math.max(1, Math.ceil(highest / step(highest)));
  }

  /** Returns a round distance between ticks: 1, 2 or 5 times a power of ten. */
  static double step(double highest) {
    if (!(highest > 0)) {
      return 1;
    }
    double rough = highest / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }

  private static void axes(Panel panel, double highX, double highY, List<String> lines) {
    int bottom = HEIGHT - BOTTOM;
    int right = WIDTH - RIGHT;
    for (double y = 0; y <= highY * 1.0001; y += step(highY)) {
      double at = y(y, highY);
      lines.add(stroke(LEFT, at, right, at, "#dddddd"));
      lines.add(text(LEFT - 6.0, at + 4, "end", number(y)));
    }
    for (double x = 0; x <= highX * 1.0001; x += step(highX)) {
      lines.add(text(x(x, highX), bottom + 18.0, "middle", number(x)));
    }
    lines.add(stroke(LEFT, bottom, right, bottom, "black"));
    lines.add(stroke(LEFT, TOP, LEFT, bottom, "black"));
    lines.add(text((LEFT + right) / 2.0, HEIGHT - 14.0, "middle", panel.xLabel()));
    lines.add(
        Text.of(
            "<text x=\"16\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 16"
                + " %d)\">%s</text>",
            HEIGHT / 2, HEIGHT / 2, escaped(panel.yLabel())));
  }

  private static void line(
      Series series, int index, double highX, double highY, List<String> lines) {
    String colour = COLOURS.get(index % COLOURS.size());
    StringBuilder points = new StringBuilder();
    for (Series.Point point : series.points()) {
      double x = x(point.x(), highX);
      double y = y(point.y(), highY);
      points.append(Text.of("%.1f,%.1f ", x, y));
      lines.add(Text.of("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>", x, y, colour));
    }
    lines.add(
        "<polyline points=\""
            + points.toString().strip()
            + "\" fill=\"none\" stroke=\""
            + colour
            + "\" stroke-width=\"2\"/>");
    double at = TOP + 12.0 + index * LEGEND_LINE;
    lines.add(stroke(LEFT + 10.0, at - 4, LEFT + 30.0, at - 4, colour));
    lines.add(text(LEFT + 36.0, at, "start", series.label()));
  }

  private static double x(double value, double highest) {
    return LEFT + value / highest * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double value, double highest) {
    return HEIGHT - BOTTOM - value / highest * (HEIGHT - TOP - BOTTOM);
  }

  private static String stroke(double x1, double y1, double x2, double y2, String colour) {
    return Text.of(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
        x1, y1, x2, y2, colour);
  }

  private static String text(double x, double y, String anchor, String text) {
    return Text.of(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(text));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Text.of("%,.0f", value) : Text.of("%.3g", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
