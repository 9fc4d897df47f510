package tutti.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;

/**
 * Runs an application on whole nodes, under faults, and checks every history: see {@link
 * tutti.simulator.check}. A run is named by its seed.
 */
public final class Simulation {
  private Simulation() {}

  /** Makes the runs that {@code options} ask for, one after another on the calling thread. */
  public static SimulationReport run(SimulatedApplication application, SimulationOptions options) {
    List<SimulationReport.Violation> violations = new ArrayList<>();
    EnumSet<Point> reached = EnumSet.noneOf(Point.class);
    long runs = 0;
    long nanos = 0;
    long messages = 0;
    long crashes = 0;
    long transactions = 0;
    long reads = 0;
    long digest = 0;
    String only = "";
    while (runs < options.runs() && (runs == 0 || !options.enough().getAsBoolean())) {
      long seed = options.seed() + runs++;
      Run run = new Run(application, seed, options);
      run.go();
      only = run.world().digest();
      digest = Seeds.derive(digest, only);
      nanos += run.world().nanos();
      messages += run.messages();
      crashes += run.crashes();
      transactions += run.committed();
      reads += run.reads();
      reached.addAll(run.reached());
      if (!run.findings().isEmpty()) {
        violations.add(violation(run, seed, options));
      }
    }
    return new SimulationReport(
        runs,
        List.copyOf(violations),
        nanos / 1e9,
        messages,
        crashes,
        runs == 1 ? only : HexFormat.of().toHexDigits(digest),
        Arrays.stream(Point.values())
            .filter(point -> !reached.contains(point))
            .map(Point::label)
            .toList(),
        transactions,
        reads);
  }

  private static SimulationReport.Violation violation(
      Run run, long seed, SimulationOptions options) {
    return new SimulationReport.Violation(
        seed,
        run.deployment().toString(),
        run.findings().texts(),
        run.world().newestEvents(),
        options.command() + " --seed " + seed);
  }
}
