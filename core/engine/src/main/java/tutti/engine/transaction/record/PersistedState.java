package tutti.engine.transaction.record;

import java.util.EnumSet;
import java.util.Set;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/**
 * The records that a machine of a commit protocol has in the log.
 *
 * @param protocol the protocol under which the transaction ends, whatever the deployment names by
 *     then
 * @param entries the kinds of the records
 * @param memory the durable state in the newest of them
 */
public record PersistedState(
    CommitProtocol protocol, Set<RecordKind> entries, DurableState memory) {
  public PersistedState {
    entries = Set.copyOf(entries);
  }

  /** Returns the state of a machine that has written nothing. */
  public static PersistedState nothing(CommitProtocol protocol) {
    return new PersistedState(protocol, Set.of(), DurableState.NONE);
  }

  /** Returns this with one record more. */
  public PersistedState with(RecordKind entry, DurableState newest) {
    EnumSet<RecordKind> all = EnumSet.of(entry);
    all.addAll(entries);
    return new PersistedState(protocol, all, newest);
  }

  public boolean has(RecordKind entry) {
    return entries.contains(entry);
  }
}
