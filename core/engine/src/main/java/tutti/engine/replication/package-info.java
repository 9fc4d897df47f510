/**
 * Shards with replicas: the machines of {@code tutti.protocol.replication}, driven by the ports of
 * a host (docs/rulings.md#replication). Nothing here knows transactions: a shard's users get a
 * {@link tutti.engine.journal.Journal}, and what was chosen, in order.
 *
 * <p>Begin with {@link tutti.engine.replication.ReplicaHost}, which has the replicas of one host.
 * {@code ReplicaDriver} drives one machine; {@link tutti.engine.replication.HostLog} is the host's
 * one log, with the records of all its replicas, and {@code LogRetention} tells of those that hold
 * too much of it; {@link tutti.engine.replication.ShardJournal} is the log of a shard as one term
 * sees it; {@link tutti.engine.replication.ShardListener} is what a host does with a shard, {@link
 * tutti.engine.replication.ReplicaLink} its way to other hosts; {@link
 * tutti.engine.replication.ChosenRecords} reads a host's log from outside. {@link
 * tutti.engine.replication.Reads} and {@link tutti.engine.replication.CatchUp} are settings.
 *
 * <p><b>Durable</b> means chosen: forced by a majority, and here. Two doors tell a caller ({@link
 * tutti.engine.journal.Journal}). {@code whenDurable} is enough for an answer that rests on the
 * caller's own record: the record was chosen after its transaction had read, so no other leader can
 * have told anything in between. {@code whenCurrent} is for all other answers: it also waits until
 * a majority has answered a message of this term that was sent after the call. That the position
 * becomes chosen after the call is not enough: the followers may have accepted it before, and
 * another leader may have told more since. A term with a lease waits for no answer: its driver lets
 * leases end by the clock before it gives a question to the machine, however late timers ring, and
 * the question is asked after the caller has read.
 *
 * <p><b>A term ends</b> without warning. Its journal then fails like a disk: appending throws, and
 * waiters hear {@code durable = false}, which their transactions take for in doubt. The chosen log
 * says what became of them.
 *
 * <p><b>Records</b> are a version (1), the shard's number, and a record of the shard's machine;
 * those of an integrated protocol begin with 2 instead, and only its hosts write and read them. One
 * that is too long for the log is there in fragments, which begin with 3, or 4 for a record of a
 * log or configuration log, the shard's number, a name, their number and whether it is the last one
 * ({@link tutti.engine.replication.IntegratedRecords}, {@link
 * tutti.engine.replication.ConfigurationRecords}, {@link tutti.engine.replication.Fragments}). The
 * journal's format does not change: an entry that a new leader replaces is overwritten logically,
 * by a later record that starts at the same position. At a start the whole log is read from the
 * position in {@code meta-host-log} on.
 */
@NullMarked
package tutti.engine.replication;

import org.jspecify.annotations.NullMarked;
