/**
 * Backups that are restored onto other nodes than they were taken of.
 *
 * <p>Begin with {@link tutti.engine.node.restore.Restoration}, which makes the folders of a
 * deployment of the parts of a backup. A part is the folder of a node, or of a shard with replicas
 * in the same form ({@link tutti.engine.backup}). As many parts under the same placement go into
 * the folders as they are, records and transactions in doubt included; else {@link
 * tutti.engine.node.restore.Spreading} first ends what is in doubt and spreads the actors anew. The
 * hosts of an integrated protocol get what was spread as items.
 */
@NullMarked
package tutti.engine.node.restore;

import org.jspecify.annotations.NullMarked;
