package tutti.simulator.history;

import java.io.IOException;

/** A file is no history: where, why, and what would do. */
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

  /** The field in it, as {@code writes[0].version}, or empty if it is about the whole line. */
  public String field() {
    return field;
  }
}
