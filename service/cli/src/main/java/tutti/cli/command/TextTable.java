package tutti.cli.command;

import java.io.PrintWriter;
import java.util.List;
import tutti.cli.log.VisibleText;

/**
 * Prints lines of cells in columns. Control characters of a cell are shown as escapes, {@code \n}
 * or {@code \u001b}: a text that a client has put in neither breaks the table nor reaches the
 * terminal.
 */
public final class TextTable {
  private TextTable() {}

  /**
   * @param lines the lines, all with the same number of cells
   */
  public static void print(PrintWriter out, List<List<String>> lines) {
    List<List<String>> shown =
        lines.stream().map(line -> line.stream().map(VisibleText::line).toList()).toList();
    int[] widths = new int[lines.getFirst().size()];
    for (List<String> line : shown) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : shown) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length() + 2));
      }
      out.println(text.toString().stripTrailing());
    }
  }
}
