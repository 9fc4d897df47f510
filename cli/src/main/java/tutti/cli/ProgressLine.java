package tutti.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import tutti.simulator.Progress;

/**
 * Says how far a simulation, or a search, is: on a terminal in one line that changes, elsewhere in
 * a line now and then. Used by one thread at a time.
 */
final class ProgressLine implements Consumer<Progress> {
  /** Set by the {@code tutti} script, since Java cannot tell. */
  private static final boolean TERMINAL = Boolean.getBoolean("tutti.stderr.terminal");

  private static final long OFTEN = 200_000_000L;
  private static final long SELDOM = 30_000_000_000L;

  private final PrintWriter err;
  private final boolean terminal;
  private final long began = System.nanoTime();
  private long next;
  private int width;

  ProgressLine(PrintWriter err) {
    this(err, TERMINAL);
  }

  ProgressLine(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
    next = terminal ? OFTEN : SELDOM;
  }

  @Override
  public void accept(Progress progress) {
    say(seconds -> text(progress, seconds));
  }

  /** Says that, if it is time to say something again. It is given the seconds since the start. */
  void say(DoubleFunction<String> words) {
    long elapsed = System.nanoTime() - began;
    if (elapsed >= next) {
      next = elapsed + (terminal ? OFTEN : SELDOM);
      String text = words.apply(elapsed / 1e9);
      if (terminal) {
        err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
        width = text.length();
      } else {
        err.println(text);
      }
      err.flush();
    }
  }

  /** The simulation is over: what changes is taken away. */
  void end() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
    }
  }

  static String text(Progress progress, double seconds) {
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
