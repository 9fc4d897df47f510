package tutti.cli.command;

import java.io.PrintWriter;
import java.util.function.DoubleFunction;

/**
 * Shows on standard error what a long command does: on a terminal in one line that changes,
 * elsewhere in a line now and then. Used by one thread at a time.
 */
public class StatusLine {
  /**
   * Whether standard error is a terminal; the {@code tutti} script sets the property, since Java
   * cannot tell.
   */
  private static final boolean TERMINAL = Boolean.getBoolean("tutti.stderr.terminal");

  private static final long OFTEN = 200_000_000L;
  private static final long SELDOM = 30_000_000_000L;

  private final PrintWriter err;
  private final boolean terminal;
  private final int columns;
  private final long began = System.nanoTime();
  private long next;
  private int width;

  public StatusLine(PrintWriter err) {
    this(err, TERMINAL, Terminal.columns());
  }

  /**
   * @param columns the terminal's columns; 0 if they are not known
   */
  public StatusLine(PrintWriter err, boolean terminal, int columns) {
    this.err = err;
    this.terminal = terminal;
    this.columns = columns;
    next = terminal ? OFTEN : SELDOM;
  }

  /**
   * Shows words, if the last ones are old enough. The function gets the seconds since the start.
   */
  public void say(DoubleFunction<String> words) {
    long elapsed = System.nanoTime() - began;
    if (elapsed >= next) {
      next = elapsed + (terminal ? OFTEN : SELDOM);
      String text = words.apply(elapsed / 1e9);
      show(text);
    }
  }

  /** Shows {@code words} immediately. */
  public void show(String words) {
    if (terminal) {
      String text = cut(words, columns);
      err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
      width = text.length();
    } else {
      err.println(words);
    }
    err.flush();
  }

  /** Cuts a text to the terminal's line, since a longer text would be wrapped and stay there. */
  public static String cut(String text, int columns) {
    return columns == 0 || text.length() < columns
        ? text
        : text.substring(0, Math.max(0, columns - 2)) + "…";
  }

  /** Removes the line that changes, when the work is over. */
  public void end() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
    }
  }
}
