/**
 * The simulated network behind {@link tutti.engine.transport.Transport}: it loses, doubles, delays
 * and reorders messages and breaks sessions.
 *
 * <p>Begin with {@link tutti.simulator.network.SimulatedNetwork}. A {@link
 * tutti.simulator.network.SimulatedTransport} is the end of one incarnation of a node, and a {@link
 * tutti.simulator.network.NetworkStyle} says how often each fault happens.
 */
@NullMarked
package tutti.simulator.network;

import org.jspecify.annotations.NullMarked;
