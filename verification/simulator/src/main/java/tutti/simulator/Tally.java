package tutti.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tutti.engine.runtime.FaultPoint;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.Progress;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.run.RunResult;
import tutti.simulator.world.Seeds;

/**
 * The sum of the results of runs. Runs may end in any order; the report is in the order of their
 * seeds, and so is the same with any number of threads.
 */
final class Tally {
  private final SimulationOptions options;
  private final EnumSet<CoveragePoint> reached = EnumSet.noneOf(CoveragePoint.class);
  private final EnumSet<FaultPoint> places = EnumSet.noneOf(FaultPoint.class);
  private final EnumMap<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
  private final TreeMap<SimulationReport.Pair, Long> pairs = new TreeMap<>();
  private final Median operations = new Median();
  private final Median seriousFaults = new Median();
  private final Median crashesOfOne = new Median();
  private final Median leaderChanges = new Median();
  private final Median leaderChangesUnderLoad = new Median();
  private final Median viewChanges = new Median();
  private final Median takeOvers = new Median();
  private final List<SimulationReport.Violation> violations = new ArrayList<>();
  private final List<Long> cut = new ArrayList<>();

  /** The results of runs that ended before a run with a smaller seed did. */
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
  private long withReplicas;
  private long integrated;
  private long lostDisks;
  private long digest;
  private String only = "";

  Tally(SimulationOptions options) {
    this.options = options;
  }

  /** Returns the number of the next run to begin, from 0, or -1 if no more is to begin. */
  synchronized long next() {
    if (!stopped
        && begun < options.series().most()
        && (begun == 0 || !options.series().enough().getAsBoolean())) {
      return begun++;
    }
    return -1;
  }

  /** Stops the simulation: no further run begins. */
  synchronized void stop() {
    stopped = true;
  }

  /** Adds the result of a run that has ended. */
  synchronized void add(long number, RunResult result) {
    if (!result.cut()) {
      count(result);
    }
    if (result.violation() != null) {
      wrong++;
    }
    early.put(number, result);
    while (!early.isEmpty() && early.firstKey() == inOrder) {
      append(options.seed() + inOrder++, early.pollFirstEntry().getValue());
    }
    options.series().progress().accept(progress());
  }

  private void count(RunResult result) {
    ended++;
    seconds += result.nanos() / 1e9;
    messages += result.messages();
    crashes += result.crashes();
    transactions += result.work().transactions();
    reads += result.work().reads();
    RunResult.Leaders leaders = result.leaders();
    if (leaders != null) {
      withReplicas++;
      leaderChanges.add(leaders.changes());
      leaderChangesUnderLoad.add(leaders.underLoad());
      lostDisks += leaders.lostDisks();
    }
    if (leaders != null && leaders.integrated()) {
      integrated++;
      viewChanges.add(leaders.viewChanges());
      takeOvers.add(leaders.takeOvers());
    }
    reached.addAll(result.reached());
    places.addAll(result.places());
    result.faults().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
    result.pairs().forEach(pair -> pairs.merge(pair, 1L, Long::sum));
    operations.add(result.work().operations());
    seriousFaults.add(result.seriousFaults());
    crashesOfOne.add(result.crashes());
  }

  private void append(long seed, RunResult result) {
    if (result.cut()) {
      cut.add(seed);
    } else {
      only = result.digest();
      digest = Seeds.derive(digest, only);
      nanos += result.nanos();
    }
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
        reached.size() + places.size(),
        CoveragePoint.values().length + FaultPoint.values().length,
        wrong);
  }

  /** Returns the report, when all runs that began have ended. */
  synchronized SimulationReport report() {
    return new SimulationReport(
        ended,
        List.copyOf(cut),
        List.copyOf(violations),
        nanos / 1e9,
        messages,
        crashes,
        ended == 1 ? only : HexFormat.of().toHexDigits(digest),
        neverReached(),
        transactions,
        reads,
        new SimulationReport.Medians(
            operations.value(), seriousFaults.value(), crashesOfOne.value()),
        new SimulationReport.Replicas(
            withReplicas,
            leaderChanges.value(),
            leaderChangesUnderLoad.value(),
            lostDisks,
            integrated,
            viewChanges.value(),
            takeOvers.value()),
        byLabel(),
        Collections.unmodifiableMap(new TreeMap<>(pairs)));
  }

  private List<String> neverReached() {
    return Stream.concat(
            EnumSet.complementOf(reached).stream().map(CoveragePoint::label),
            EnumSet.complementOf(places).stream().map(FaultPoint::label))
        .toList();
  }

  private Map<String, Long> byLabel() {
    Map<String, Long> byLabel = new LinkedHashMap<>();
    faults.forEach((kind, count) -> byLabel.put(kind.label(), count));
    return Collections.unmodifiableMap(byLabel);
  }
}
