/**
 * The seams between transactions and the mechanisms above them: other nodes, procedures, snapshots.
 *
 * <p>Begin with {@link tutti.engine.transaction.seam.Remote}, the other nodes as a coordinator uses
 * them, and {@link tutti.engine.transaction.seam.Procedures}, the runner of relational actors.
 * {@link tutti.engine.transaction.seam.SnapshotSource} gives queries their snapshots.
 */
@NullMarked
package tutti.engine.transaction.seam;

import org.jspecify.annotations.NullMarked;
