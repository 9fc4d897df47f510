/**
 * Nodes as processes of this machine, and what may stand between them: a proxy that cuts, holds and
 * delays what they say.
 */
@NullMarked
package tutti.lab.process;

import org.jspecify.annotations.NullMarked;
