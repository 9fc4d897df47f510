package tutti.simulator;

import java.util.NavigableSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.simulator.fault.FaultKind;

/**
 * One run, as somebody sees it who wants a smaller one.
 *
 * @param deployment what it was deployed as, in sizes that a deployment file can say
 * @param asked the requests and reads that clients began
 * @param used the kinds of faults that it used
 * @param events faults that came one at a time: crashes, failing disks, cuts, pauses
 * @param digest of all that happened
 * @param violation what did not hold, or null
 */
public record Attempt(
    Deployment deployment,
    NavigableSet<Turn> asked,
    Set<FaultKind> used,
    int events,
    String digest,
    SimulationReport.@Nullable Violation violation) {

  /** Whether an invariant of that name is broken. */
  public boolean breaks(String rule) {
    return violation != null
        && violation.findings().stream().anyMatch(finding -> finding.startsWith(rule + ":"));
  }
}
