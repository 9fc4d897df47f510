package tutti.protocol.replication;

import tutti.protocol.machine.ProtocolMessage;

/**
 * A message between the replicas of one shard. A protocol has a sealed type of its own that extends
 * this one, and decodes it. A {@link ShardMessage} stands around it on its way. Immutable.
 */
public interface ReplicationMessage extends ProtocolMessage {}
