/**
 * Nodes as processes of this machine, and a proxy between them that cuts, holds and delays their
 * messages.
 *
 * <p>Readers begin with {@link tutti.lab.process.ChildProcess}.
 */
@NullMarked
package tutti.lab.process;

import org.jspecify.annotations.NullMarked;
