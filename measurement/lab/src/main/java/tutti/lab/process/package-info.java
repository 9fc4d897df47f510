/**
 * Nodes as processes of this machine, and a proxy between them that cuts, holds and delays their
 * messages.
 *
 * <p>Readers begin with {@link tutti.lab.process.ServerProcess}.
 */
@NullMarked
package tutti.lab.process;

import org.jspecify.annotations.NullMarked;
