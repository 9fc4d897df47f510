package tutti.protocol.replication;

import tutti.model.Encoder;

/**
 * A message between the replicas of one shard. A protocol has a sealed type of its own that extends
 * this one, and decodes it. The shard, its identity and the sender stand around a message, not in
 * it. Immutable.
 */
public interface ReplicationMessage {

  /** Appends this message's bytes; the protocol's own {@code decode} reads them. */
  void encode(Encoder out);
}
