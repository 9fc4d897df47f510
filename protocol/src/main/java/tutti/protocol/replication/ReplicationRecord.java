package tutti.protocol.replication;

import tutti.model.Encoder;

/**
 * A record of one replica in its host's log, which all replicas of the host share. A protocol has a
 * sealed type of its own that extends this one, and decodes it. The shard's number stands around a
 * record, not in it. Immutable.
 */
public interface ReplicationRecord {

  /** Appends this record's bytes; the protocol's own {@code decode} reads them. */
  void encode(Encoder out);
}
