package tutti.engine.distribution.member;

import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolutions;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.NodeView;

/**
 * The parts of a node that its machines of commit protocols use.
 *
 * @param protocol of transactions that begin now
 * @param earlyVotes whether votes may travel with answers, where the protocol allows it
 * @param self this node, as machines know it
 * @param service the queue of steps that belong to no machine
 * @param appended is told the journal's end after every record
 * @param snapshots the node's epoch
 * @param resolutions all resolutions by hand that were ever made here
 * @param late the outcome that a client may still ask for, of a transaction that this node
 *     coordinates
 */
public record CommitContext(
    Peers peers,
    CommitProtocol protocol,
    boolean earlyVotes,
    NodeView self,
    Scheduler scheduler,
    StepQueue service,
    Journal journal,
    RecordFormat format,
    CheckpointGate gate,
    History history,
    LongConsumer appended,
    PeerStore memory,
    Snapshots snapshots,
    Resolutions resolutions,
    BiFunction<TransactionId, OwnPart, @Nullable LateOutcome> late) {

  /**
   * The number of bytes by which a record may be longer than the vote before it: a member that has
   * voted must be able to write how its transaction ends, also if a person ends it with a short
   * reason.
   */
  private static final int OUTCOME_MARGIN_BYTES = 256;

  /**
   * The bytes of the margin that each node may add: its number, its log position, its branch's
   * nonce.
   */
  private static final int MEMBER_MARGIN_BYTES = 32;

  /**
   * Returns the greatest size of a member's vote, in bytes: every record that may follow it fits,
   * too.
   */
  int maxVoteBytes() {
    return journal.maxRecordBytes() - OUTCOME_MARGIN_BYTES - MEMBER_MARGIN_BYTES * peers.count();
  }

  /** Returns these parts with the format of another application's records. */
  CommitContext with(RecordFormat other) {
    return new CommitContext(
        peers,
        protocol,
        earlyVotes,
        self,
        scheduler,
        service,
        journal,
        other,
        gate,
        history,
        appended,
        memory,
        snapshots,
        resolutions,
        late);
  }

  /**
   * Returns the outcome that a client may still ask for; null if this node does not coordinate the
   * transaction.
   */
  @Nullable LateOutcome lateOutcome(TransactionId id, @Nullable OwnPart own) {
    return own == null ? null : late.apply(id, own);
  }

  /**
   * Returns what the log has of a member that has voted; null if the member has not voted, or not
   * durably.
   */
  @Nullable PreparedBranch inDoubt(InProgress.@Nullable Prepared state) {
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

  /** Appends a record; inside the gate. */
  public long append(Encoder record) throws JournalFailed {
    long lsn = journal.append(record.array(), 0, record.size());
    appended.accept(lsn);
    return lsn;
  }

  /** Appends a record that other nodes know anyway: it costs no flush of its own. */
  long appendLazily(Encoder record) throws JournalFailed {
    long lsn = journal.appendLazily(record.array(), 0, record.size());
    appended.accept(lsn);
    return lsn;
  }
}
