package tutti.lab.figure;

import java.util.List;

/**
 * One plot of a figure, and the paper's result for comparison.
 *
 * @param key the end of its file's name
 * @param title the title above it
 * @param paper the paper's result
 * @param criterion the condition for reproducing the result, set before the measurements
 * @param found whether the result was reproduced
 * @param verdict the result in words, with the figures that decide
 * @param xLabel the label below it
 * @param yLabel the label beside it
 * @param series its lines
 * @param table a head, and rows of equal length
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
