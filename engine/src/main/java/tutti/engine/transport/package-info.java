/**
 * The port for messages between nodes (docs/rulings.md#seams), with two drivers: {@code loopback}
 * joins nodes of one process, {@code tcp} joins processes.
 *
 * <p>Two nodes have at most one <em>session</em> with each other. It begins when both have heard
 * and accepted the other's greeting, which says what must agree between them, and it ends when the
 * link breaks, when one side closes it, or when a receiver throws. Within a session messages arrive
 * in the order in which they were sent, at most once. What is under way when a session ends is
 * lost, and neither side knows how much that was: who needs an answer asks again. A transport goes
 * on trying to get a session with every peer for as long as it is open.
 *
 * <p>A message is bytes. The transport neither reads nor trusts them.
 */
@NullMarked
package tutti.engine.transport;

import org.jspecify.annotations.NullMarked;
