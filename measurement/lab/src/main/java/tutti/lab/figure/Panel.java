package tutti.lab.figure;

import java.util.List;

/**
 * One plot of a figure, and the paper's result for comparison.
 *
 * @param key the end of its file's name
 * @param title above it
 * @param paper the paper's result
 * @param criterion the condition of finding the result again; set before the measurements
 * @param found whether the result was found again
 * @param verdict the result in words, with the figures that decide
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
