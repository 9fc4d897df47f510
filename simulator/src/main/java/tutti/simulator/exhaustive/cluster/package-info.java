/**
 * Small clusters of whole nodes in which each event is chosen: the worlds that {@link
 * tutti.simulator.exhaustive.Explorer} explores for {@code simulate --exhaustive}.
 *
 * <p>Begin with {@link tutti.simulator.exhaustive.cluster.ScopedWorld}. A {@link
 * tutti.simulator.exhaustive.cluster.Scope} is its size, with its deployment, {@link
 * tutti.simulator.exhaustive.cluster.ScopedChoices} the possible events and which of them are
 * independent, {@link tutti.simulator.exhaustive.cluster.ScopedClients} one client for each
 * transaction, and {@link tutti.simulator.exhaustive.cluster.Links} the messages under way.
 */
@NullMarked
package tutti.simulator.exhaustive.cluster;

import org.jspecify.annotations.NullMarked;
