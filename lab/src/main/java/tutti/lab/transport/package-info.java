/** {@code tutti bench transport}: messages between two nodes over TCP, beside a bare socket. */
@NullMarked
package tutti.lab.transport;

import org.jspecify.annotations.NullMarked;
