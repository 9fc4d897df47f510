/**
 * Faults of a simulated run: their kinds, and the choice of those that a run uses. Each fault is
 * carried out by the thing that it befalls: the simulated network, disk, clock, node or client.
 *
 * <p>Begin with {@link tutti.simulator.fault.FaultKind}; {@link tutti.simulator.fault.Faults} are
 * the faults of one run. Faults that nothing befalls by itself have an injector ({@code
 * tutti.simulator.fault.injector}).
 */
@NullMarked
package tutti.simulator.fault;

import org.jspecify.annotations.NullMarked;
