package tutti.protocol.commit;

import tutti.protocol.machine.ProtocolRecord;

/**
 * A record of a commit protocol's machine. Its node makes the bytes, which have more: the node's
 * own part of the transaction, for example, if the entry is a vote. Immutable.
 *
 * @param memory the other facts that the machine must know, if it crashes behind this record
 */
public record CommitRecord(RecordKind entry, DurableState memory) implements ProtocolRecord {
  /** A record of a protocol that needs to know no other facts. */
  public CommitRecord(RecordKind entry) {
    this(entry, DurableState.NONE);
  }
}
