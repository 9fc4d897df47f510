package tutti.protocol.commit;

import tutti.protocol.machine.ProtocolRecord;

/**
 * A log record of a commit protocol's machine. The machine's node makes the bytes, which may
 * contain more than this record: if the entry is a vote, for example, the bytes contain the node's
 * own part of the transaction. Immutable.
 *
 * @param entry the kind of the record
 * @param memory the other facts that the machine must know if it crashes after this record
 */
public record CommitRecord(RecordKind entry, DurableState memory) implements ProtocolRecord {
  /** A record of a protocol that needs to know no other facts. */
  public CommitRecord(RecordKind entry) {
    this(entry, DurableState.NONE);
  }
}
