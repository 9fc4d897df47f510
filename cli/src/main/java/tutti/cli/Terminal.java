package tutti.cli;

/** How wide the terminal is: the {@code tutti} script says so, since Java cannot tell. */
final class Terminal {
  private static final int LEAST = 60;
  private static final int MOST = 120;

  /** For what is no terminal, and for pages of a manual. */
  private static final int USUAL = 96;

  private Terminal() {}

  /** The terminal's columns; 0 if they are not known, or there is no terminal. */
  static int columns() {
    return Math.max(0, Integer.getInteger("tutti.columns", 0));
  }

  /** The width of a help text: the terminal's, but neither unreadably narrow nor wide. */
  static int helpWidth() {
    int columns = columns();
    return columns == 0 ? USUAL : Math.clamp(columns, LEAST, MOST);
  }
}
