package tutti.simulator.history.file;

import java.io.IOException;

/** The report that a file is no history: the place, the reason, and a form that would do. */
public final class HistoryFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param line the number of the line: 1 is the first
   * @param field the field in the line, as {@code writes[0].version}, or empty if the report is
   *     about the whole line
   */
  HistoryFormatException(long line, String field, String why) {
    super("line " + line + (field.isEmpty() ? "" : ", " + field) + ": " + why);
  }
}
