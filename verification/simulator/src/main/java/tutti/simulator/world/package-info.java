/**
 * The simulated world on one thread: virtual time, and the tasks, queues and timers of all nodes.
 *
 * <p>Begin with {@link tutti.simulator.world.SimulatedScheduler}, the scheduler of a run; {@link
 * tutti.simulator.world.Core} is its clock and the choice of the next {@link
 * tutti.simulator.world.Slice} of work. A {@link tutti.simulator.world.SimulatedNode} is the {@link
 * tutti.engine.runtime.Scheduler} port of one incarnation of a node. Its work stands in {@linkplain
 * tutti.simulator.world.WorkQueue queues}: {@link tutti.simulator.world.SimulatedExecutor}, whose
 * {@linkplain tutti.simulator.world.SimulatedTask tasks} have virtual threads, and {@link
 * tutti.simulator.world.SimulatedStepQueue}. A {@link tutti.simulator.world.SimulatedTimer} rings
 * when it is due. Everything that is drawn comes from {@link tutti.simulator.world.Seeds}; {@link
 * tutti.simulator.world.FaultPointRates} says how often the nodes' own fault points inject.
 */
@NullMarked
package tutti.simulator.world;

import org.jspecify.annotations.NullMarked;
