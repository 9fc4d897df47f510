/**
 * The driver of the {@link tutti.engine.transport.Transport} port for nodes of one process: tests,
 * the lab and {@code tutti bench --nodes N}. The sent bytes are those that processes send.
 *
 * <p>Begin with {@link tutti.engine.transport.loopback.LoopbackNetwork}, which joins the nodes'
 * transports; a {@link tutti.engine.transport.loopback.Link} joins two of them, and a {@link
 * tutti.engine.transport.loopback.LoopbackSession} lasts until it breaks.
 */
@NullMarked
package tutti.engine.transport.loopback;

import org.jspecify.annotations.NullMarked;
