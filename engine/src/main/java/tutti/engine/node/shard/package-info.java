/**
 * Shards with replicas as a host tells of them, for people and their tools.
 *
 * <p>Begin with {@link tutti.engine.node.shard.HostReplicas}, which has the replicas of one host.
 */
@NullMarked
package tutti.engine.node.shard;

import org.jspecify.annotations.NullMarked;
