package tutti.cli.log;

/**
 * Texts of clients and applications in a form that says what is in them: characters that a terminal
 * would obey, or show in another place, are written as escapes, such as {@code \u001b}.
 *
 * <p>For example, the key {@code x}, line feed, {@code ERROR forged} is {@code x\nERROR forged} in
 * a line, and no line of its own.
 */
public final class VisibleText {
  /** The text before a line that continues an entry of the log. */
  private static final String GOES_ON = "    ";

  private VisibleText() {}

  /** Returns a text in one line. */
  public static String line(String text) {
    return text.chars().noneMatch(VisibleText::isHidden) ? text : escaped(text, false, "");
  }

  /** Returns a text that keeps its line ends and tabs, for a person at a terminal. */
  public static String text(String text) {
    return text.chars().noneMatch(VisibleText::isHidden) ? text : escaped(text, true, "");
  }

  /**
   * Returns a text whose lines, except for the first, begin with a blank or a tab, so that none of
   * them looks like an entry of the log.
   */
  static String lines(String text) {
    return text.chars().noneMatch(VisibleText::isHidden) ? text : escaped(text, true, GOES_ON);
  }

  private static String escaped(String text, boolean keepsLines, String goesOn) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (keepsLines && unit == '\n') {
        out.append('\n').append(text.startsWith("\t", i + 1) ? "" : goesOn);
      } else if (!isHidden(unit) || keepsLines && unit == '\t') {
        out.append(unit);
      } else {
        out.append(
            switch (unit) {
              case '\n' -> "\\n";
              case '\r' -> "\\r";
              case '\t' -> "\\t";
              default -> "\\u%04x".formatted((int) unit);
            });
      }
    }
    return out.toString();
  }

  /** Whether a character is shown by none: control characters, and those that turn a line round. */
  private static boolean isHidden(int unit) {
    return Character.isISOControl(unit)
        || Character.getType(unit) == Character.FORMAT
        || unit == '\u2028'
        || unit == '\u2029';
  }
}
