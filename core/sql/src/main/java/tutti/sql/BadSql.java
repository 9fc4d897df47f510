package tutti.sql;

/** A query that cannot be answered, with its place and a remedy. */
public final class BadSql extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * @param line counted from 1; 0 if the whole query is meant
   * @param column counted from 1
   * @param detail the mistake and the remedy, without the place
   */
  BadSql(int line, int column, String detail) {
    super(
        (line == 0 ? "" : "line " + line + ", column " + column + ": ") + detail,
        null,
        false,
        false);
    this.line = line;
    this.column = column;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
