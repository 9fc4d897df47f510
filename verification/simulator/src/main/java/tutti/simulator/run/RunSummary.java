package tutti.simulator.run;

import java.util.NavigableSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.simulator.application.Turn;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.SimulationReport;

/**
 * One run, with the facts that a search for a smaller one needs.
 *
 * @param deployment the deployment of the run, in sizes that a deployment file can have
 * @param asked the requests and reads that clients began
 * @param used the kinds of faults that it used
 * @param events faults that came one at a time: crashes, failing disks, cuts, pauses
 * @param digest of all events
 * @param violation the violation, or null
 */
public record RunSummary(
    Deployment deployment,
    NavigableSet<Turn> asked,
    Set<FaultKind> used,
    int events,
    String digest,
    SimulationReport.@Nullable Violation violation) {

  /** Returns whether an invariant of that name is broken. */
  public boolean breaks(String rule) {
    return violation != null
        && violation.findings().stream().anyMatch(finding -> finding.startsWith(rule + ":"));
  }
}
