package tutti.simulator.history.file;

import java.io.IOException;

/** The report that a file is no history: the place, the reason, and a form that would do. */
public final class HistoryFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long line;
  private final String field;

  HistoryFormatException(long line, String field, String why) {
    super("line " + line + (field.isEmpty() ? "" : ", " + field) + ": " + why);
    this.line = line;
    this.field = field;
  }

  /** The number of the line: 1 is the first. */
  public long line() {
    return line;
  }

  /**
   * The field in the line, as {@code writes[0].version}, or empty if the report is about the whole
   * line.
   */
  public String field() {
    return field;
  }
}
