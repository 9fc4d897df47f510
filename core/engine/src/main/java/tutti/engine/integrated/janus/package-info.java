/**
 * Janus on the ports of a host: the machines of {@link tutti.protocol.integrated.janus} are driven,
 * with the host's log, its network and its configuration logs
 * (docs/decisions/0022-integrated-protocols.md). A node is made of it in {@code
 * tutti.engine.node.integrated}.
 *
 * <p>Begin with {@link tutti.engine.integrated.janus.JanusHost}, which has the replicas of one host
 * and the {@code Coordinators} and {@code Readers} that run on it. {@code ReplicaDriver} drives the
 * machine of a replica and has its items, {@code MachineDriver} that of a coordinator or a reader;
 * {@code HostMemory} is what the host's log has of its replicas, and {@code JanusLogReader} reads
 * it for judges; {@code SyncPoints} has the copies of items that replicas make at a {@code
 * SyncPoint}, for backups; {@code SnapshotKeeper} keeps what is overwritten behind one, and {@code
 * SnapshotReaders} has the snapshots that queries here read. {@link
 * tutti.engine.integrated.ItemExecution} is what transactions do, and {@link
 * tutti.engine.integrated.janus.JanusOrder} orders those of {@link
 * tutti.engine.integrated.OrderingProtocol}, and reads for it.
 *
 * <p><b>Execution.</b> A transaction names all items that it may read or write. In its place each
 * participant tells the values of its items, and executes the whole transaction on all values: all
 * of them come to the same end, and each keeps what is its own. So a refusal needs no vote, and an
 * action may read and write whatever items of the request it likes. Participants of a transaction
 * that is one-shot tell nothing, and each executes its own part.
 *
 * <p><b>What gets no bytes</b> is there no more, in memory and in what records lead to: keys of
 * requests are forgotten so, by a {@link tutti.engine.integrated.expiry.KeySweep}, which each
 * replica carries out by itself.
 *
 * <p><b>Records</b> are in the host's one log: the facts of the machines, and before the fact of an
 * execution what it has written. One record has all that some steps of a replica leave ({@code
 * StepRecords}), or one fact in logs of earlier versions. They are read at a start from the last
 * complete image of each replica on ({@code ItemImages}, {@link
 * tutti.engine.integrated.ReplicaImages}), and those before it are let go. An image has the ends of
 * the last transactions, too: without these a host that has started again would say "forgotten" of
 * what it has told.
 *
 * <p><b>Transfers.</b> A replica that lacks its memory gets that of a voter ({@code ItemSink},
 * {@code ItemSource}): the items piece by piece, while it is no part of the configuration, and what
 * was written meanwhile as a learner, with the facts of that moment. A configuration log that lacks
 * commands which were let go is told where they end, and the configuration to which they have led.
 *
 * <p><b>Messages</b> of the hosts' link have several, each behind its length: all that the steps
 * queued so far say to one host, or to their own, goes together ({@link
 * tutti.engine.integrated.MessageBatcher}). Each is a kind (0: to a replica, 1: to coordinators and
 * readers), the shard, and messages of the machines, mostly one: a coordinator whose transaction is
 * forgotten is told its end before, by a replica that remembers it ({@code RecentOutcomes}); or of
 * kind 2 and 3, the shard, and a question for keys or its answer; or of kind 4, the shard, and a
 * part of a transfer; or of kind 6, the shard, and a {@code SnapshotMessage}.
 */
@NullMarked
package tutti.engine.integrated.janus;

import org.jspecify.annotations.NullMarked;
