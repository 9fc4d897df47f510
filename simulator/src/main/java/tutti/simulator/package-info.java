/**
 * A deterministic simulation of whole nodes — storage, concurrency control, application code,
 * recovery — on one thread, in virtual time, on disks that forget, over a network that loses,
 * doubles, delays and reorders, with crashes at any point. A run is named by its seed, and the same
 * seed gives the same digest in every JVM.
 *
 * <p>The simulator's own code is only the drivers behind the engine's ports: {@link
 * tutti.simulator.SimulatedScheduler} behind {@link tutti.engine.runtime.Scheduler}, {@link
 * tutti.simulator.SimulatedDisk} behind {@link tutti.engine.journal.Disk}, and {@link
 * tutti.simulator.SimulatedNetwork} behind {@link tutti.engine.transport.Transport}.
 */
@NullMarked
package tutti.simulator;

import org.jspecify.annotations.NullMarked;
