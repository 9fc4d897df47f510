/**
 * The driver of the {@link tutti.engine.transport.Transport} port for nodes of one process: tests,
 * the lab and {@code tutti bench --nodes N}. The sent bytes are those that processes send.
 */
@NullMarked
package tutti.engine.transport.loopback;

import org.jspecify.annotations.NullMarked;
