/**
 * The seams between transactions and the mechanisms above them: other nodes, procedures, snapshots.
 *
 * <p>Begin with {@link tutti.engine.transaction.seam.Procedures}, the runner of relational actors;
 * {@link tutti.engine.transaction.seam.SnapshotSource} gives queries their snapshots. A {@link
 * tutti.engine.transaction.seam.RemoteCall} runs on another node, and a {@link
 * tutti.engine.transaction.seam.Reply} comes from one. {@link
 * tutti.engine.transaction.seam.DeclaredUse} says how a transaction is going to use an actor.
 * {@link tutti.engine.transaction.seam.SharedEntropy} is the randomness of a node that runs on real
 * threads.
 */
@NullMarked
package tutti.engine.transaction.seam;

import org.jspecify.annotations.NullMarked;
