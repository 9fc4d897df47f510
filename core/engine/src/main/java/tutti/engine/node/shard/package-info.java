/**
 * Shards with replicas: their places on hosts, the owner of a host's folder, and what a host tells
 * of them to people and their tools. It is the same for a replicated log and for an integrated
 * protocol.
 *
 * <p>Begin with {@link tutti.engine.node.shard.ReplicaLayout}, then {@link
 * tutti.engine.node.shard.HostReplicas}, which has the replicas of one host; {@link
 * tutti.engine.node.shard.ReplicaReports} gathers those of all hosts.
 */
@NullMarked
package tutti.engine.node.shard;

import org.jspecify.annotations.NullMarked;
