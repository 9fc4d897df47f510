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
 * @param leaders the leaders of shards; null if nodes have no replicas
 * @param places the fault points that might have injected
 * @param cut whether the run was ended before its end: only the violations until then are known
 */
public record RunResult(
    String digest,
    long nanos,
    long messages,
    long crashes,
    Work work,
    @Nullable Leaders leaders,
    Set<CoveragePoint> reached,
    Set<FaultPoint> places,
    Map<FaultKind, Long> faults,
    long seriousFaults,
    Set<SimulationReport.Pair> pairs,
    boolean cut,
    SimulationReport.@Nullable Violation violation) {

  /**
   * The work of the clients.
   *
   * @param operations the requests and reads that they began
   * @param transactions those that committed for them
   * @param reads those that were answered
   */
  public record Work(long operations, long transactions, long reads) {}

  /**
   * The leaders of shards with replicas.
   *
   * @param changes the terms that followed another one
   * @param underLoad those of them that began while clients waited for answers
   * @param lostDisks the disks that hosts have lost
   * @param integrated whether the hosts have run an integrated protocol
   * @param viewChanges the views of an integrated protocol that followed another one
   * @param takeOvers how often hosts took coordinators of an integrated protocol for gone
   */
  public record Leaders(
      long changes,
      long underLoad,
      long lostDisks,
      boolean integrated,
      long viewChanges,
      long takeOvers) {}
}
