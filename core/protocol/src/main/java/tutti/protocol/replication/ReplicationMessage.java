package tutti.protocol.replication;

import tutti.protocol.machine.ProtocolMessage;

/**
 * A message between the replicas of one shard. Each protocol has a sealed type that extends this
 * one, and decodes it. On the network a {@link ShardMessage} contains the message. Immutable.
 */
public interface ReplicationMessage extends ProtocolMessage {}
