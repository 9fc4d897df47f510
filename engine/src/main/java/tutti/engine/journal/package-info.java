/**
 * The Journal port: the node's group-committed log, its checkpoints and its recovery reader, over a
 * {@link tutti.engine.journal.Disk} (DESIGN §2).
 */
@NullMarked
package tutti.engine.journal;

import org.jspecify.annotations.NullMarked;
