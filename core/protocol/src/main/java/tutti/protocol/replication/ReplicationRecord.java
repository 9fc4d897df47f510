package tutti.protocol.replication;

import tutti.model.Encoder;
import tutti.protocol.machine.ProtocolRecord;

/**
 * A record of one replica in its host's log, which all replicas of the host share. Each protocol
 * has a sealed type that extends this one, and decodes it. The shard's number stands around a
 * record, not in it. Immutable.
 */
public interface ReplicationRecord extends ProtocolRecord {

  /** Appends this record's bytes; the protocol's own {@code decode} reads them. */
  void encode(Encoder out);

  /** The position from which on the record stores an entry; negative if it stores none. */
  default long storesFrom() {
    return -1;
  }

  /** The ballot of the entry that the record stores: with its position it names the entry. */
  default Ballot storesIn() {
    return Ballot.NONE;
  }

  /**
   * The position from which on the entries before the record are needed; all its other facts stand
   * in the record. Negative if it is no summary.
   */
  default long summarizesTo() {
    return -1;
  }

  /** Whether no entry before the record is needed, whatever its position. */
  default boolean forgets() {
    return false;
  }
}
