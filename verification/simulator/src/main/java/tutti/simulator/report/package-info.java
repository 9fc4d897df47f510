/**
 * The report of a simulation: {@link tutti.simulator.report.SimulationReport}, with the {@linkplain
 * tutti.simulator.report.CoveragePoint situations} that its runs have reached.
 */
@NullMarked
package tutti.simulator.report;

import org.jspecify.annotations.NullMarked;
