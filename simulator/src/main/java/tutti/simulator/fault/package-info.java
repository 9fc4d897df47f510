/**
 * What can go wrong in a simulated run: the kinds of faults, and which of them a run draws. How
 * each is done is the business of what it befalls: the simulated network, disk, clock, node or
 * client.
 */
@NullMarked
package tutti.simulator.fault;

import org.jspecify.annotations.NullMarked;
