package tutti.simulator.run;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FaultPoint;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.report.SimulationReport;

/**
 * The results of one run.
 *
 * @param places the fault points that might have injected
 * @param cut whether the run was ended before its end: only the violations until then are known
 */
public record RunResult(
    String digest,
    long nanos,
    long messages,
    long crashes,
    long transactions,
    long reads,
    Set<CoveragePoint> reached,
    Set<FaultPoint> places,
    long operations,
    Map<FaultKind, Long> faults,
    long seriousFaults,
    Set<SimulationReport.Pair> pairs,
    boolean cut,
    SimulationReport.@Nullable Violation violation) {}
