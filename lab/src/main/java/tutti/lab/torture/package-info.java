/**
 * {@code tutti torture}: real nodes on real disks and sockets, loaded over HTTP, killed, paused,
 * cut off and changed, and judged by the checkers that judge simulations. The history is what
 * clients were told, and the order of effects that the nodes' logs have.
 */
@NullMarked
package tutti.lab.torture;

import org.jspecify.annotations.NullMarked;
