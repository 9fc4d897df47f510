/**
 * Nodes as processes of this machine, and a proxy between them that cuts, holds and delays their
 * messages.
 */
@NullMarked
package tutti.lab.process;

import org.jspecify.annotations.NullMarked;
