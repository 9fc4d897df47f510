/**
 * The driver of the {@link tutti.engine.transport.Transport} port for nodes of one process: tests,
 * the lab and {@code tutti bench --nodes N}. What is sent are the same bytes as between processes.
 */
@NullMarked
package tutti.engine.transport.loopback;

import org.jspecify.annotations.NullMarked;
