package tutti.cli.command;

/** The width of the terminal, which the {@code tutti} script passes on, since Java cannot tell. */
public final class Terminal {
  private static final int LEAST = 60;
  private static final int MOST = 120;

  /** The width of output that is no terminal's, and of pages of a manual. */
  private static final int USUAL = 96;

  private Terminal() {}

  /** The terminal's columns; 0 if they are not known, or there is no terminal. */
  public static int columns() {
    return Math.max(0, Integer.getInteger("tutti.columns", 0));
  }

  /** The width of a help text: the terminal's width, within limits that keep the text readable. */
  public static int helpWidth() {
    int columns = columns();
    return columns == 0 ? USUAL : Math.clamp(columns, LEAST, MOST);
  }
}
