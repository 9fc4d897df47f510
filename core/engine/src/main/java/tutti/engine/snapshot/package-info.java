/**
 * Snapshots: queries that read the state at the end of an epoch, hold no locks and conflict with no
 * transaction. The reasons for the method: {@code docs/decisions/0010-snapshots.md}.
 *
 * <p><b>Source.</b> S. Tu, W. Zheng, E. Kohler, B. Liskov, S. Madden: <i>Speedy Transactions in
 * Multicore In-Memory Databases</i>, SOSP 2013 (Silo): §4.1 "Epochs", §4.4 "Commit protocol", §4.9
 * "Snapshot transactions"; docs/rulings.md#ruling-11.
 *
 * <p><b>Epochs.</b> Every node has a number, its epoch, which only grows while it runs. A
 * transaction that changes anything gets its own from its coordinator when all is locked and before
 * any validation: the greatest epoch of its nodes, and each of them rises to that before it
 * validates its reads. Epochs end only when a query wants a snapshot. While one is closed on some
 * nodes and not on others, nodes whose epoch is above it give no answers to the outside ({@link
 * tutti.engine.snapshot.Snapshots#tell}): it takes one round trip.
 *
 * <table>
 *   <caption>Opening a snapshot; the first node asks all, itself included</caption>
 *   <tr><th>step</th><th>a node answers when</th></tr>
 *   <tr><td>{@code EPOCH}</td><td>at once: its epoch. E is the greatest</td></tr>
 *   <tr><td>{@code CLOSE} E</td><td>its epoch is above E, and later transactions keep the rows that
 *       they overwrite</td></tr>
 *   <tr><td>{@code DRAIN} E</td><td>all of epochs up to E that it coordinates are decided, and
 *       ended here. All nodes have closed E: the answers that it has held back are told
 *       immediately</td></tr>
 *   <tr><td>{@code FLUSH} E</td><td>it knows the end of all its promises in epochs up to E, has
 *       applied them, and its log is on disk</td></tr>
 *   <tr><td>{@code END} E</td><td>no row is kept for it any more; at any time. Its epoch is above
 *       E: a {@code CLOSE} that comes later, or once more, opens nothing</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: of two transactions of which one must come before the other, the later one's epoch is
 *       not smaller. If it has read or overwrites a row that the other wrote, the row's node had
 *       risen to the other's epoch before. If it overwrites a row that the other read, it has
 *       locked that row after the other validated, so after the node had risen, and looks at its
 *       epoch after that. If it was begun when a client had been told of the other, see I7.
 *   <li>I2: once all nodes have closed E, no transaction gets an epoch up to E any more, for its
 *       coordinator gives at least its own.
 *   <li>I3: a row that a transaction of a later epoch is the first to write since E is kept as it
 *       was before any write of the new one can be seen.
 *   <li>I4: a snapshot is used only once all effects of epochs up to E are applied and on disk.
 *   <li>I5: the rows that are kept for a snapshot go with its last reader, or after a minute. An
 *       ended snapshot is not opened again.
 *   <li>I6: a node that has started anew since the first step takes no part: it has forgotten its
 *       epoch and the kept rows; the rows that it keeps since, without having been told to close
 *       the epoch, are not read. Nor does a node take part whose epoch has leapt over the
 *       snapshot's. When the first node has started anew, all nodes drop the snapshots that it had
 *       opened, and ignore its older requests.
 *   <li>I7: an answer that rests on a transaction of an epoch above E — its outcome, a read, a
 *       list, a refusal — is told only once all nodes have closed E, and so each transaction that
 *       is begun after that is of an epoch above E, too; or else no query reads a snapshot of E any
 *       more. A node's epoch is not below that of anything it tells of: it rises to the epoch of
 *       every node that answers it. One that has waited for half a second gives its part in the
 *       snapshot up instead.
 * </ul>
 *
 * <p><b>Guarantees</b> that a query sees all effects of a set of transactions that is closed under
 * "must come before" (by I1), be it by their reads and writes or by the time at which clients asked
 * and were answered; that it sees all that had ended when it asked, less the staleness that it
 * allows; and no effect that a crash could undo. <b>Needs</b> writers that give their epoch when
 * they install rows, {@code tell} for all answers that leave the nodes, and controls whose reads of
 * whole actors, which have no epoch, miss no transaction of an earlier epoch than what they show
 * ({@link tutti.engine.concurrency.ShownEpochs}).
 *
 * <p><b>Departures from the paper.</b> Epochs there end every 40 ms, a snapshot epoch every 25 of
 * them, and writers keep the version that each snapshot epoch ended with, whether it is read or
 * not; here an epoch ends because a query asks for a snapshot, and only rows that are written while
 * a snapshot is open are kept, beside the rows instead of behind them: so no garbage has to be
 * collected later, and rows are no larger. The paper's snapshots are about a second old; here a
 * query says how old its snapshot may be. There, on one machine, a result is told when its epoch
 * has ended, for the log's sake; here when the epoch before has, on all nodes.
 */
@NullMarked
package tutti.engine.snapshot;

import org.jspecify.annotations.NullMarked;
