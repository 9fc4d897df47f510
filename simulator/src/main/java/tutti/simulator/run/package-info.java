/**
 * One run: what the seed chooses, the phases of the run, and its result.
 *
 * <p>Begin with {@link tutti.simulator.run.Run}. The deployment is drawn by {@link
 * tutti.simulator.run.DrawnDeployment} and {@link tutti.simulator.run.DrawnCommit}; {@link
 * tutti.simulator.run.RunResult} and {@link tutti.simulator.run.RunSummary} are what a simulation
 * and a shrinker keep of a run, and {@link tutti.simulator.run.StateRecorder} keeps the nodes'
 * states for a reader.
 */
@NullMarked
package tutti.simulator.run;

import org.jspecify.annotations.NullMarked;
