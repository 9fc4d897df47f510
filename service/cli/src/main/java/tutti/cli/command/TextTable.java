package tutti.cli.command;

import java.io.PrintWriter;
import java.util.List;

/** Prints lines of cells in columns. */
public final class TextTable {
  private TextTable() {}

  /**
   * @param lines the lines, all with the same number of cells
   */
  public static void print(PrintWriter out, List<List<String>> lines) {
    int[] widths = new int[lines.getFirst().size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length() + 2));
      }
      out.println(text.toString().stripTrailing());
    }
  }
}
