package tutti.simulator.run;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Place;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.report.SimulationReport;

/**
 * The results of one run.
 *
 * @param cut whether it was ended before its end
 */
public record RunResult(
    String digest,
    long nanos,
    long messages,
    long crashes,
    long transactions,
    long reads,
    Set<CoveragePoint> reached,
    Set<Place> places,
    long operations,
    Map<FaultKind, Long> faults,
    long seriousFaults,
    Set<SimulationReport.Pair> pairs,
    boolean cut,
    SimulationReport.@Nullable Violation violation) {

  /** Returns the result of a run that has ended. */
  public static RunResult of(Run run, long seed, SimulationOptions options) {
    return new RunResult(
        run.world().digest(),
        run.world().nanos(),
        run.messages(),
        run.crashes(),
        run.committed(),
        run.reads(),
        run.reached(),
        run.places(),
        run.asked().size(),
        run.faults().counts(),
        run.faults().serious(),
        run.pairs(),
        run.cut(),
        run.findings().isEmpty() ? null : violation(run, seed, options));
  }

  private static SimulationReport.Violation violation(
      Run run, long seed, SimulationOptions options) {
    return new SimulationReport.Violation(
        seed, run.deployment().toString(), run.findings().texts(), options.replay(seed));
  }
}
