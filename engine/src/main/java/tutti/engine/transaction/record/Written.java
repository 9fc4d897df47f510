package tutti.engine.transaction.record;

import java.util.EnumSet;
import java.util.Set;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Memory;

/**
 * The records that a machine of a commit protocol has in the log.
 *
 * @param protocol under which it ends, whatever the deployment says by then
 * @param entries which records there are
 * @param memory what the newest of them holds
 */
public record Written(CommitProtocol protocol, Set<Entry> entries, Memory memory) {
  public Written {
    entries = Set.copyOf(entries);
  }

  /** Returns the state of a machine that has written nothing. */
  public static Written nothing(CommitProtocol protocol) {
    return new Written(protocol, Set.of(), Memory.NONE);
  }

  /** Returns this with one record more. */
  public Written with(Entry entry, Memory newest) {
    EnumSet<Entry> all = EnumSet.of(entry);
    all.addAll(entries);
    return new Written(protocol, all, newest);
  }

  public boolean has(Entry entry) {
    return entries.contains(entry);
  }
}
