package tutti.cli.simulate;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;

/** The flags of {@code tutti simulate} that choose what is shown and written of runs. */
final class OutputFlags {
  /** The number of steps that are drawn of the first run that went wrong. */
  private static final int USUAL_STEPS = 80;

  @Option(
      names = "--events",
      paramLabel = "N",
      description =
          "Draw so many steps of a run that went wrong, or all; with a single run, also if nothing"
              + " did. Default: 80 of the first run that went wrong.")
  private @Nullable String events;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write a page that shows the run, or the first that went wrong: who sent what to whom,"
              + " and at a click what a node held and had in its log.")
  @Nullable Path html;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write the messages of a single run there, a line each: when, from, to, bytes,"
              + " transaction, what it says, and whether it was lost.")
  @Nullable Path messages;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "Write the history of a single run there, for tutti check-history.")
  @Nullable Path history;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the result there as JSON.")
  @Nullable Path out;

  /**
   * Ends the command with an error if a file of a single run is asked for, but there are several
   * runs, or no checks.
   */
  void check(RunFlags runs) {
    if (messages != null && runs.several()) {
      throw new Failure(ExitStatus.USAGE, "--trace is for a single run");
    }
    if (history != null && !runs.checks()) {
      throw new Failure(ExitStatus.USAGE, "--no-checks notes no --history");
    }
    if (history != null && runs.several()) {
      throw new Failure(ExitStatus.USAGE, "--history is for a single run");
    }
  }

  /** The number of steps to draw of a run that went wrong. */
  int steps() {
    if (events == null) {
      return USUAL_STEPS;
    }
    try {
      int steps = events.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(events);
      if (steps >= 0) {
        return steps;
      }
    } catch (NumberFormatException notANumber) {
      // The message below reports this.
    }
    throw new Failure(ExitStatus.USAGE, "--events must be a number, 0 or more, or all");
  }

  /** The number of steps to draw of a run in which nothing went wrong. */
  int stepsOfAGoodRun() {
    return events == null ? 0 : steps();
  }
}
