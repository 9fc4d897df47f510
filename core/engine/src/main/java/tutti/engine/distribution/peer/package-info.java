/**
 * The other nodes of a deployment, as one node knows them and talks to them.
 *
 * <p>Begin with {@link tutti.engine.distribution.peer.Peers}, which sends messages. {@link
 * tutti.engine.distribution.peer.PeerIncarnations} judges the data that a node comes with, {@link
 * tutti.engine.distribution.peer.PeerHandshakes} knows which nodes were met since the start, and
 * {@link tutti.engine.distribution.peer.Calls} asks questions for clients and waits for answers.
 */
@NullMarked
package tutti.engine.distribution.peer;

import org.jspecify.annotations.NullMarked;
