package tutti.cli.command;

import java.io.PrintWriter;
import java.util.List;

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
        lines.stream().map(line -> line.stream().map(TextTable::shown).toList()).toList();
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

  private static String shown(String cell) {
    if (cell.chars().noneMatch(TextTable::isHidden)) {
      return cell;
    }
    StringBuilder text = new StringBuilder();
    cell.chars()
        .forEach(
            unit -> {
              if (!isHidden(unit)) {
                text.append((char) unit);
              } else {
                text.append(
                    switch (unit) {
                      case '\n' -> "\\n";
                      case '\r' -> "\\r";
                      case '\t' -> "\\t";
                      default -> "\\u%04x".formatted(unit);
                    });
              }
            });
    return text.toString();
  }

  /** Whether a character is shown by none: control characters, and those that turn a line round. */
  private static boolean isHidden(int unit) {
    return Character.isISOControl(unit)
        || Character.getType(unit) == Character.FORMAT
        || unit == '\u2028'
        || unit == '\u2029';
  }
}
