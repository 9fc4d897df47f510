package tutti.cli.simulate;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import tutti.cli.command.Terminal;
import tutti.simulator.options.Progress;

/**
 * Shows the progress of a simulation or a search: on a terminal in one line that changes, elsewhere
 * in a line now and then. Used by one thread at a time.
 */
public final class ProgressLine implements Consumer<Progress> {
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

  public ProgressLine(PrintWriter err) {
    this(err, TERMINAL, Terminal.columns());
  }

  /**
   * @param columns the terminal's columns; 0 if they are not known
   */
  public ProgressLine(PrintWriter err, boolean terminal, int columns) {
    this.err = err;
    this.terminal = terminal;
    this.columns = columns;
    next = terminal ? OFTEN : SELDOM;
  }

  @Override
  public void accept(Progress progress) {
    say(seconds -> text(progress, seconds));
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

  /** Shows words now. */
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

  /** Removes the line that changes, when the simulation is over. */
  public void end() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
    }
  }

  public static String text(Progress progress, double seconds) {
    return String.format(
        Locale.ROOT,
        "%,d runs (%.1f a second) · %.2f simulated hours · %,d messages · %,d crashes"
            + " · %d of %d points · %s",
        progress.runs(),
        progress.runs() / seconds,
        progress.simulatedSeconds() / 3600,
        progress.messages(),
        progress.crashes(),
        progress.reached(),
        progress.situations(),
        progress.violations() == 0
            ? "no violations"
            : progress.violations() == 1 ? "1 VIOLATION" : progress.violations() + " VIOLATIONS");
  }
}
