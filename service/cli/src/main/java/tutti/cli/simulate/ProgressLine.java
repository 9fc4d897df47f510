package tutti.cli.simulate;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;
import tutti.cli.command.StatusLine;
import tutti.simulator.options.Progress;

/** Shows the progress of a simulation or a search. Used by one thread at a time. */
public final class ProgressLine extends StatusLine implements Consumer<Progress> {

  public ProgressLine(PrintWriter err) {
    super(err);
  }

  /**
   * @param columns the terminal's columns; 0 if they are not known
   */
  public ProgressLine(PrintWriter err, boolean terminal, int columns) {
    super(err, terminal, columns);
  }

  @Override
  public void accept(Progress progress) {
    say(seconds -> text(progress, seconds));
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
