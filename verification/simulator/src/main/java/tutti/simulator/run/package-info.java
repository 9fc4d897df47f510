/**
 * One run: what the seed chooses, the phases of the run, and its result.
 *
 * <p>Begin with {@link tutti.simulator.run.Run}, which puts a run together. A {@link
 * tutti.simulator.run.RunPlan} has the draws, with the deployment of {@link
 * tutti.simulator.run.DrawnDeployment} and {@link tutti.simulator.run.DrawnCommit}. The {@link
 * tutti.simulator.run.Director} takes the run through its phases, which share a {@link
 * tutti.simulator.run.Stage}: the {@link tutti.simulator.run.FaultPhase}, with the {@linkplain
 * tutti.simulator.run.RunClients clients} and the {@link tutti.simulator.run.Upgrades} of all
 * nodes, then the {@link tutti.simulator.run.EpochEnds}, at which everything rests and is judged.
 * {@link tutti.simulator.run.RunResult} and {@link tutti.simulator.run.RunSummary} are what a
 * simulation and a shrinker keep of a run, and {@link tutti.simulator.run.StateRecorder} keeps the
 * nodes' states for a reader.
 */
@NullMarked
package tutti.simulator.run;

import org.jspecify.annotations.NullMarked;
