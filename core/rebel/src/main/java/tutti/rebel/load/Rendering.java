package tutti.rebel.load;

import tutti.rebel.load.Diagnostic.Severity;
import tutti.rebel.syntax.Span;

/** The form of a diagnostic on a terminal. */
final class Rendering {

  private static final String RED = "\u001B[1;31m";
  private static final String YELLOW = "\u001B[1;33m";
  private static final String BLUE = "\u001B[1;34m";
  private static final String BOLD = "\u001B[1m";
  private static final String OFF = "\u001B[0m";

  /** The greatest width of a line; longer lines are cut around the place. */
  private static final int WIDTH = 110;

  private Rendering() {}

  static String of(Diagnostic diagnostic, boolean colours) {
    Span span = diagnostic.span();
    boolean error = diagnostic.severity() == Severity.ERROR;
    String word = error ? "error" : "warning";
    StringBuilder out = new StringBuilder();
    out.append(paint(span + ":", BOLD, colours)).append(' ');
    out.append(paint(word + "[" + diagnostic.code() + "]:", error ? RED : YELLOW, colours));
    out.append(' ').append(diagnostic.message()).append('\n');
    excerpt(out, span, error ? RED : YELLOW, colours);
    if (!diagnostic.help().isEmpty()) {
      out.append(paint("   = ", BLUE, colours)).append(diagnostic.help()).append('\n');
    }
    return out.toString();
  }

  private static void excerpt(StringBuilder out, Span span, String colour, boolean colours) {
    if (span.file().text().isEmpty()) {
      return;
    }
    String line = printable(span.file().lineText(span.line()));
    int column = span.column() - 1;
    int length = Math.max(1, Math.min(span.end() - span.start(), line.length() - column));
    int cut = column > WIDTH * 2 / 3 ? column - WIDTH / 3 : 0;
    String shown = line.substring(cut, Math.min(line.length(), cut + WIDTH));
    length = Math.max(1, Math.min(length, shown.length() - (column - cut)));
    String number = Integer.toString(span.line());
    String gutter = " ".repeat(number.length());
    out.append(paint(" " + number + " | ", BLUE, colours)).append(shown).append('\n');
    out.append(paint(" " + gutter + " | ", BLUE, colours));
    out.append(" ".repeat(column - cut));
    out.append(paint("^".repeat(length), colour, colours)).append('\n');
  }

  /**
   * Replaces tabs and control characters by one column each, so that the caret stands under the
   * place.
   */
  private static String printable(String line) {
    StringBuilder out = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      out.append(Character.isISOControl(c) ? ' ' : c);
    }
    return out.toString();
  }

  private static String paint(String text, String colour, boolean colours) {
    return colours ? colour + text + OFF : text;
  }
}
