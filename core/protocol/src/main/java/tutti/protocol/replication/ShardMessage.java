package tutti.protocol.replication;

import tutti.model.Encoder;
import tutti.protocol.machine.ProtocolMessage;

/**
 * A message with the identity of its shard. The number of the shard and the sender stand around it.
 * Immutable.
 *
 * @param shard the identity of the shard at the sender; 0 if it knows none
 */
public record ShardMessage(long shard, ReplicationMessage message) implements ProtocolMessage {

  @Override
  public void encode(Encoder out) {
    out.putLong(shard);
    message.encode(out);
  }

  @Override
  public String name() {
    return message.name();
  }
}
