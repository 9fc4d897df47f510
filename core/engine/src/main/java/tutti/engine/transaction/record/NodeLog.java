package tutti.engine.transaction.record;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.model.Encoder;

/**
 * The log of a node, as transactions write it.
 *
 * @param gate is entered before a record is appended, and left when its effects are applied
 * @param format the format of the records
 * @param appended is called with the journal's end after every record; must be short
 * @param history is called for all that the records contain
 * @param awaitDurable whether acknowledgements wait for the flush; votes and decisions that are
 *     sent to other nodes always do
 */
public record NodeLog(
    Journal journal,
    CheckpointGate gate,
    RecordFormat format,
    LongConsumer appended,
    History history,
    boolean awaitDurable) {

  /** Returns this log with the format of another application's records. */
  public NodeLog with(RecordFormat other) {
    return new NodeLog(journal, gate, other, appended, history, awaitDurable);
  }

  /** Appends a record; inside the gate. */
  public long append(Encoder record) throws JournalFailed {
    long lsn = journal.append(record.array(), 0, record.size());
    appended.accept(lsn);
    return lsn;
  }

  /** Appends a record that other nodes know anyway: it costs no flush of its own. */
  public long appendLazily(Encoder record) throws JournalFailed {
    long lsn = journal.appendLazily(record.array(), 0, record.size());
    appended.accept(lsn);
    return lsn;
  }

  /** Returns why it is not known whether a record that was appended is durable, for people. */
  public String undurable() {
    return journal.isHandedOn()
        ? "another node leads the shard by now, and knows what became of it; ask again"
        : "the journal failed before it was durable; ask again after a restart";
  }

  /** Returns what the log has of a member that has voted; null if the vote is not durable. */
  public @Nullable PreparedBranch inDoubt(InProgress.@Nullable Prepared state) {
    return state == null || journal.durable() < state.voteLsn()
        ? null
        : new PreparedBranch(
            state.key(),
            state.written(),
            state.nonce(),
            state.voteLsn(),
            BranchWork.of(state.seen(), state.claims()),
            state.own());
  }
}
