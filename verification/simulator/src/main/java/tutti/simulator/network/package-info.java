/**
 * The simulated network behind {@link tutti.engine.transport.Transport}: it loses, doubles, delays
 * and reorders messages and breaks sessions.
 *
 * <p>Begin with {@link tutti.simulator.network.SimulatedNetwork}. A {@link
 * tutti.simulator.network.SimulatedTransport} is the end of one incarnation of a node; {@link
 * tutti.simulator.network.Transports} has those that run, with the {@link
 * tutti.simulator.network.Session} of each two. A {@link tutti.simulator.network.NetworkStyle} says
 * how often each fault befalls a {@link tutti.simulator.network.Message}: {@link
 * tutti.simulator.network.Damage}, or an old message of {@link
 * tutti.simulator.network.RecentMessages} that comes again. A {@link
 * tutti.simulator.network.Courier} decides in the place of the style.
 */
@NullMarked
package tutti.simulator.network;

import org.jspecify.annotations.NullMarked;
