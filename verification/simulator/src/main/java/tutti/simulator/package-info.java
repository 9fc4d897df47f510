/**
 * A deterministic simulation of whole nodes — storage, concurrency control, application code,
 * recovery — on one thread, in virtual time, on disks that forget, over a network that loses,
 * doubles, delays and reorders, with crashes at any point. A run is named by its seed, and the same
 * seed gives the same digest in every JVM.
 *
 * <p>Begin with {@link tutti.simulator.Simulation}: it makes runs by their seeds and sums up their
 * results. Then read {@code run}, where one run is put together from the other rooms:
 *
 * <ul>
 *   <li>{@code run}: one run: draws, phases, result; {@code options} what a user may choose, {@code
 *       report} what comes out, {@code shrink} the search for a smaller run that fails;
 *   <li>{@code application}, {@code client}: the application, and clients that use it;
 *   <li>{@code cluster}: whole nodes of production code, behind the simulated ports;
 *   <li>{@code world}, {@code disk}, {@code network}: the drivers behind the engine's ports {@link
 *       tutti.engine.runtime.Scheduler}, {@link tutti.engine.journal.Disk} and {@link
 *       tutti.engine.transport.Transport}: all of the simulator that runs under the nodes;
 *   <li>{@code fault}: kinds of faults, and {@code fault.injector}, which carries them out;
 *   <li>{@code check}, {@code history}, {@code invariant}: the three judges: answers and logs at
 *       the end of an epoch, the history of all clients, and each step of each mechanism;
 *   <li>{@code trace}: the events of a run for a reader, and its digest;
 *   <li>{@code mutant}: bugs that the simulation must find;
 *   <li>{@code exhaustive}, {@code commit}: searches of all schedules: of small clusters of whole
 *       nodes, and of a commit protocol alone;
 *   <li>{@code model}: another world, in which nothing fails and everything costs time: figures of
 *       large deployments.
 * </ul>
 */
@NullMarked
package tutti.simulator;

import org.jspecify.annotations.NullMarked;
