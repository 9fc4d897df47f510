package tutti.simulator.cluster;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.fault.Faults;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.SimulatedScheduler;

/**
 * The world of one run, its faults and its judges: everything in a run has them.
 *
 * @param findings the broken rules
 * @param reached the situations that the run has reached
 * @param oracle judges answers and logs
 * @param inspector judges every step; null if no invariant is checked
 */
public record RunContext(
    SimulatedScheduler world,
    Faults faults,
    Findings findings,
    EnumSet<CoveragePoint> reached,
    EpochOracle oracle,
    @Nullable Inspector inspector) {

  /** Notes a broken rule, see {@link Findings#add}. */
  public void found(String rule, String text) {
    findings.add(rule, text);
  }

  /** Notes that the run has reached a situation, if it has. */
  public void reach(CoveragePoint point, boolean isReached) {
    if (isReached) {
      reached.add(point);
    }
  }
}
