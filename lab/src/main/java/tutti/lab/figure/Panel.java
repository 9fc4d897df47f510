package tutti.lab.figure;

import java.util.List;

/**
 * One plot of a figure, and what it is held against.
 *
 * @param key what its file's name ends with
 * @param title above it
 * @param paper what the paper found
 * @param criterion what counts as found again; set before anything was measured
 * @param found whether it was
 * @param verdict in words, with the figures that decide
 * @param xLabel below it
 * @param yLabel beside it
 * @param series its lines
 * @param table a head, and rows of the same length
 */
public record Panel(
    String key,
    String title,
    String paper,
    String criterion,
    boolean found,
    String verdict,
    String xLabel,
    String yLabel,
    List<Series> series,
    List<List<String>> table) {
  public Panel {
    series = List.copyOf(series);
    table = List.copyOf(table);
  }
}
