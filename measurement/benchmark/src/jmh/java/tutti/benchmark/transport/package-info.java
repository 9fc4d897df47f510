/**
 * {@code tutti bench transport}: messages between two nodes over TCP, beside a bare socket. Readers
 * begin with {@link tutti.benchmark.transport.TransportWorkload}.
 */
@NullMarked
package tutti.benchmark.transport;

import org.jspecify.annotations.NullMarked;
