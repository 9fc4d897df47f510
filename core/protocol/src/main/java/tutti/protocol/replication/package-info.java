/**
 * The replicated log over the seam of machines (docs/rulings.md#seams): what a host wants of the
 * machine of a replica, and what that decides. A replica is one host's part in one shard. Its
 * machine lives as long as the host's process.
 *
 * <p>Begin with {@link tutti.protocol.replication.ReplicaMachine}, then {@link
 * tutti.protocol.replication.Input} and {@link tutti.protocol.replication.Output}; {@link
 * tutti.protocol.machine} has the other events and effects. {@link
 * tutti.protocol.replication.LogEntry} is what is agreed on: a {@link
 * tutti.protocol.replication.Command} of the shard's users or a {@link
 * tutti.protocol.replication.TermStart}; {@link tutti.protocol.replication.LogMark} is a place in
 * the log, {@link tutti.protocol.replication.Group} the hosts, {@link
 * tutti.protocol.replication.Ballot} an attempt to lead. The protocol's {@link
 * tutti.protocol.replication.ReplicationMessage}s and {@link
 * tutti.protocol.replication.ReplicationRecord}s are bytes to the host.
 *
 * <p><b>How a host drives a machine.</b> All events of one replica come one after another, as from
 * a step queue; no effect needs an answer at once.
 *
 * <ol>
 *   <li>At a start the host reads its log. It gives each record of the shard, in the log's order,
 *       to the protocol's memory of a replica, and makes the machine of that memory. The first
 *       event is {@link tutti.protocol.machine.Event.Started}, with a nonce from the Entropy port.
 *   <li>{@code Persist} appends the record, with the shard's number before it, to the host's one
 *       log. If it is forced, one {@link tutti.protocol.machine.Event.Persisted} counts it once it
 *       is durable, in the order of the appends; several may be counted at once. Other records are
 *       appended lazily. If the log fails, the host gives {@link
 *       tutti.protocol.machine.Event.Halted}.
 *   <li>{@code Send} carries the shard's number, the shard's identity and the message to that host,
 *       which gives them to its machine as {@link tutti.protocol.machine.Event.Received}.
 *   <li>{@code Chosen} hands the entries to the follower that applies them, and settles what waits
 *       for durability up to that position. On a leader's host the shard's journal calls a position
 *       durable when it is chosen.
 *   <li>{@code Opened} makes the term: it is what a node was without replication. Its journal gives
 *       out positions by itself, from the position of {@code Opened} on: each record of {@code n}
 *       bytes ends at {@link tutti.protocol.replication.LogEntry#after}; it proposes records in the
 *       order of their positions, several at once where several are there, in the name of its
 *       ballot.
 *   <li>{@code SteppedDown} ends the term of that ballot: its journal fails, and its waiters hear
 *       that their records are not known to be durable. {@code Chosen} tells later which of them
 *       are in the log after all.
 *   <li>A read takes its answer, gives {@link tutti.protocol.replication.Input.Confirm}, and tells
 *       the answer when everything it saw is chosen <em>and</em> {@code Confirmed} has come.
 *   <li>When a checkpoint of the shard is durable, {@link
 *       tutti.protocol.replication.Input.Released} lets the log before it go. The machine then
 *       persists all facts that stood there in one record; behind that record, and before the
 *       record of the first entry that is left, the host's log needs nothing of this shard any
 *       more.
 *   <li>While the log of a host has grown by what other replicas write, the oldest records of an
 *       idle one would hold it: {@link tutti.protocol.replication.Input.Renew} makes the machine
 *       persist what it needs of them anew, a summary last. The older records are let go when that
 *       summary is durable.
 *   <li>{@code SnapshotNeeded} makes the host send its newest checkpoint; the receiver's host
 *       installs it, and gives {@link tutti.protocol.replication.Input.Installed}.
 * </ol>
 */
@NullMarked
package tutti.protocol.replication;

import org.jspecify.annotations.NullMarked;
