package tutti.engine.node.shard;

import org.jspecify.annotations.Nullable;

/**
 * The place of an actor in a deployment of several nodes, as one of them knows it.
 *
 * @param shard the number of the actor's shard; without replicas that of its node
 * @param leader the name of the node that answers for the shard; null if none is known
 */
public record ActorPlace(int shard, @Nullable String leader) {}
