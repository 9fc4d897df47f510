package tutti.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/**
 * Puts the results of runs together. Runs may end in any order; what comes out is in the order of
 * their seeds, and so is the same with any number of threads.
 */
final class Tally {
  private final SimulationOptions options;
  private final EnumSet<Point> reached = EnumSet.noneOf(Point.class);
  private final List<SimulationReport.Violation> violations = new ArrayList<>();

  /** Ended before a run with a smaller seed did. */
  private final TreeMap<Long, RunResult> early = new TreeMap<>();

  private boolean stopped;
  private long begun;
  private long ended;
  private long inOrder;
  private double seconds;
  private long nanos;
  private long messages;
  private long crashes;
  private long transactions;
  private long reads;
  private long wrong;
  private long digest;
  private String only = "";

  Tally(SimulationOptions options) {
    this.options = options;
  }

  /** The number of the next run to begin, from 0, or -1 if no more is to. */
  synchronized long next() {
    if (!stopped && begun < options.runs() && (begun == 0 || !options.enough().getAsBoolean())) {
      return begun++;
    }
    return -1;
  }

  /** No further run is to begin. */
  synchronized void stop() {
    stopped = true;
  }

  /** A run has ended. */
  synchronized void add(long number, RunResult result) {
    ended++;
    seconds += result.nanos() / 1e9;
    messages += result.messages();
    crashes += result.crashes();
    transactions += result.transactions();
    reads += result.reads();
    reached.addAll(result.reached());
    if (result.violation() != null) {
      wrong++;
    }
    early.put(number, result);
    while (!early.isEmpty() && early.firstKey() == inOrder) {
      inOrder++;
      append(early.pollFirstEntry().getValue());
    }
    options.progress().accept(progress());
  }

  private void append(RunResult result) {
    only = result.digest();
    digest = Seeds.derive(digest, only);
    nanos += result.nanos();
    SimulationReport.Violation violation = result.violation();
    if (violation != null) {
      violations.add(violation);
    }
  }

  private Progress progress() {
    return new Progress(
        ended,
        seconds,
        transactions,
        messages,
        crashes,
        reached.size(),
        Point.values().length,
        wrong);
  }

  /** When all that began have ended. */
  synchronized SimulationReport report() {
    return new SimulationReport(
        ended,
        List.copyOf(violations),
        nanos / 1e9,
        messages,
        crashes,
        ended == 1 ? only : HexFormat.of().toHexDigits(digest),
        Arrays.stream(Point.values())
            .filter(point -> !reached.contains(point))
            .map(Point::label)
            .toList(),
        transactions,
        reads);
  }
}
