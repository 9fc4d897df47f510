/**
 * The port for messages between nodes (docs/rulings.md#seams), with two drivers: {@code loopback}
 * joins nodes of one process, {@code tcp} joins processes.
 *
 * <p>Begin with {@link tutti.engine.transport.Transport} and {@link
 * tutti.engine.transport.Receiver}, the two halves of the port.
 *
 * <p>Two nodes have at most one <em>session</em> with each other. A session begins when both have
 * heard and accepted the other's greeting, which has the settings that must agree between them, and
 * it ends when the link breaks, when one side closes it, or when a receiver throws. Within a
 * session messages arrive in the order in which they were sent, at most once. Messages under way
 * are lost when a session ends, and neither side knows how many: a node that needs an answer asks
 * again. A transport goes on trying to get a session with every peer for as long as it is open.
 *
 * <p>A message is bytes. The transport neither reads nor trusts them.
 */
@NullMarked
package tutti.engine.transport;

import org.jspecify.annotations.NullMarked;
