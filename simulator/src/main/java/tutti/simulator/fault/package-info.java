/**
 * Faults of a simulated run: their kinds, and the choice of those that a run uses. Each fault is
 * carried out by the thing that it befalls: the simulated network, disk, clock, node or client.
 */
@NullMarked
package tutti.simulator.fault;

import org.jspecify.annotations.NullMarked;
