package tutti.engine.distribution;

import java.util.function.LongConsumer;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.RecordFormat;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Self;

/**
 * What the machines of commit protocols of a node stand on.
 *
 * @param protocol of transactions that begin now
 * @param earlyVotes whether votes may travel with answers, where the protocol allows it
 * @param self this node, as machines know it
 * @param service the queue of what is nobody's own
 * @param appended is told the journal's end after every record
 * @param snapshots the node's epoch
 */
record Ground(
    Peers peers,
    CommitProtocol protocol,
    boolean earlyVotes,
    Self self,
    Scheduler scheduler,
    StepQueue service,
    Journal journal,
    RecordFormat format,
    CheckpointGate gate,
    History history,
    LongConsumer appended,
    PeerMemory memory,
    Snapshots snapshots) {

  /** The same for records of another application. */
  Ground with(RecordFormat other) {
    return new Ground(
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
        snapshots);
  }

  /** Appends a record; inside the gate. */
  long append(Encoder record) throws JournalFailed {
    long lsn = journal.append(record.array(), 0, record.size());
    appended.accept(lsn);
    return lsn;
  }

  /** For what is known elsewhere anyway: it costs no flush of its own. */
  long appendLazily(Encoder record) throws JournalFailed {
    long lsn = journal.appendLazily(record.array(), 0, record.size());
    appended.accept(lsn);
    return lsn;
  }
}
