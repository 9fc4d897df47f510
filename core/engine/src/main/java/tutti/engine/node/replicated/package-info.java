/**
 * A host of shards with replicas. A shard is what a node is without replicas; a host keeps a
 * replica of several shards, and leads some of them.
 *
 * <p>Begin with {@link tutti.engine.node.replicated.ReplicatedShards}, the shards of such a host.
 * {@link tutti.engine.node.replicated.ShardReplica} is one replica: its state follows the shard's
 * log, and while the host leads the shard, a {@link tutti.engine.node.ShardTerm} leads it. A
 * replica that lacks too much of the log gets a checkpoint from another one ({@code
 * CheckpointSource}, {@code CheckpointSink}). {@link tutti.engine.node.replicated.HostLinks} joins
 * hosts; above it a {@link tutti.engine.node.replicated.ShardTransport} turns "send to node n" into
 * "send to the leader of shard n", and makes a change of the leader look like a restart of that
 * node. {@link tutti.engine.node.replicated.RequestRouter} takes requests of clients to the leader
 * of the shard of their first actor.
 *
 * <p>{@link tutti.engine.node.replicated.NodeOpener} opens a node of either kind. {@code HostBegin}
 * begins its replicas on what is found, {@code HostStop} ends it in order; {@code HostMeter} and
 * {@code ReplicaReports} tell people about a host. What is still to come stands in {@code
 * docs/decisions/0020-replication.md}.
 */
@NullMarked
package tutti.engine.node.replicated;

import org.jspecify.annotations.NullMarked;
