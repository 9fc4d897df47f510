/**
 * Deterministic simulation: whole nodes — storage, concurrency control, application code, recovery
 * — on one thread, in virtual time, on disks that forget, with crashes at any point. A run is named
 * by its seed, and the same seed gives the same digest in every JVM.
 *
 * <p>Only the drivers behind the engine's ports are the simulator's own: {@link
 * tutti.simulator.SimulatedScheduler} behind {@link tutti.engine.runtime.Scheduler}, and {@link
 * tutti.simulator.SimulatedDisk} behind {@link tutti.engine.journal.Disk}.
 */
@NullMarked
package tutti.simulator;

import org.jspecify.annotations.NullMarked;
