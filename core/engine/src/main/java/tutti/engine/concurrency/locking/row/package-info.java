/**
 * Strict two-phase locking of the rows of relational actors, without deadlocks: {@code no-wait},
 * {@code wait-die} and {@code wound-wait} at the grain of records.
 *
 * <p>Begin with {@link tutti.engine.concurrency.locking.row.RowLocking}, the control, and {@link
 * tutti.engine.concurrency.locking.row.LockTable}, the locks of one actor's rows; {@link
 * tutti.engine.concurrency.locking.row.RowLock} is one of them with its {@link
 * tutti.engine.concurrency.locking.row.LockQueue}. {@link
 * tutti.engine.concurrency.locking.row.LockingRows} takes them for a procedure, {@link
 * tutti.engine.concurrency.locking.row.LockedScan} and {@link
 * tutti.engine.concurrency.locking.row.HeldRange} for ranges.
 *
 * <p><b>Source.</b> K. P. Eswaran, J. N. Gray, R. A. Lorie, I. L. Traiger: <i>The Notions of
 * Consistency and Predicate Locks in a Database System</i>, CACM 19(11), 1976: §3 "Locking" (two
 * phases), §4 "Predicate Locks" (phantoms). D. J. Rosenkrantz, R. E. Stearns, P. M. Lewis:
 * <i>System Level Concurrency Control for Distributed Database Systems</i>, TODS 3(2), 1978, §4:
 * wait-die and wound-wait. P. A. Bernstein, V. Hadzilacos, N. Goodman: <i>Concurrency Control and
 * Recovery in Database Systems</i>, 1987, §3.7: index locking.
 *
 * <p><b>Locked places.</b> Work on an actor's rows is granted immediately, to any number of
 * transactions. Then each transaction locks places in the orders of the relations, the primary
 * key's and every index's, whether there are rows at these places or not:
 *
 * <table>
 * <caption>locks by access</caption>
 * <tr><th>access</th><th>lock</th></tr>
 * <tr><td>a row by primary key, there or not</td><td>READ of its place in the primary order</td></tr>
 * <tr><td>a scan, or a look by an index</td><td>SCAN of that order, from where it began to the row
 * that is shown, and to its end if it comes there</td></tr>
 * <tr><td>insert, update, upsert, delete</td><td>WRITE of its place in the primary order, before
 * the row is looked at; then of its places in all indexes, where it was and where it will be</td></tr>
 * </table>
 *
 * <p>Others' WRITE excludes READ and WRITE of the same place, and SCAN of a range that the place
 * lies in; no other locks exclude each other. <b>Why there are no phantoms:</b> a scan by an order
 * would show another row, or another content of one, only if another transaction had written a row
 * whose place in that order, before or after, lies in the range; and that transaction has a WRITE
 * of just this place. So a scan needs neither next keys nor gaps, which would also stop writers
 * beside the range; nor is a lock of one order ever looked for in another one.
 *
 * <p><b>Transitions</b> of one request for a lock:
 *
 * <table>
 * <caption>under each rule</caption>
 * <tr><th>in its way</th><th>no-wait</th><th>wait-die</th><th>wound-wait</th></tr>
 * <tr><td>no transaction</td><td colspan="3">granted</td></tr>
 * <tr><td>younger holders, ACTIVE</td><td>Conflict</td><td>Delay</td><td>they are wounded;
 * Delay</td></tr>
 * <tr><td>younger holders, PREPARED or decided</td><td>Conflict</td><td>Delay</td><td>Delay</td></tr>
 * <tr><td>an older holder</td><td>Conflict</td><td>Conflict</td><td>Delay</td></tr>
 * <tr><td>a request that waits for a lock of this request's own transaction</td><td>–</td><td>goes
 * before it</td><td>Conflict: it has been wounded</td></tr>
 * <tr><td>any other waiting request that this lock would exclude: an earlier one, under wound-wait
 * an older one</td><td>–</td><td>like a holder</td><td>Delay</td></tr>
 * </table>
 *
 * <p>A lock that is asked for in the middle of a procedure is tried immediately under the cell's
 * latch; if it must wait it is a {@link tutti.engine.concurrency.Work.Lock}, a request like any
 * other. {@code commit} writes the rows, releases all locks and serves the queue, all under one
 * hold of the latch; {@code abort} does so without the rows.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: two transactions never hold locks that exclude each other.
 *   <li>I2: rows are changed under the latch alone, by the transaction that has WRITE of all their
 *       places.
 *   <li>I3: a transaction holds the locks of its reads, scans and writes to its end.
 *   <li>I4: a transaction that waits under wait-die is older than all it waits for, under
 *       wound-wait younger than all that are ACTIVE and not wounded; under no-wait none waits. No
 *       cycle closes.
 *   <li>I5: a position is given when all is locked, and again if more was written since: so the
 *       positions of two transactions that wrote the same place are in the order in which they
 *       wrote it.
 *   <li>I6: an effect is counted, as a version, once all of lower positions are decided; its rows
 *       are there before that, and checkpoints have it as unapplied: to apply it again changes
 *       nothing.
 *   <li>I7: a read of the whole actor is answered once all have ended that were decided, or
 *       prepared, or had executed all that another node had asked, when it came; and all that may
 *       be of an earlier epoch than the changes that it would show: else a snapshot could have
 *       those and not these. A transaction says that it may have its epoch before it looks at the
 *       node's ({@link tutti.engine.concurrency.Participant#earliestEpoch}). Only the end of an
 *       epoch makes a read wait for newcomers, for one that comes after these changes is of no
 *       earlier epoch.
 *   <li>I8: an idle cell's control object is null, and a lock is kept while a transaction holds it.
 * </ul>
 *
 * <p><b>Guarantees</b> strict serializability, in the order of commits; under wait-die and
 * wound-wait that the oldest ends. <b>Needs</b> canonical keys; a caller that begins a transaction
 * again after a conflict, with its age; under wound-wait that branches prepare when all calls have
 * executed.
 *
 * <p><b>Departures from the papers.</b> A lock in an order stands for a predicate: "all places
 * between two bounds", which is all that scans and indexes can ask for. A scan locks as it goes,
 * one row, then twice as many at a time, up to 16: the rows that it has locked and not shown are at
 * most as many as those that it has shown. A transaction that writes a row locks its places in all
 * indexes, also those that stay the same, since a scan that passes them sees the row. A row that is
 * read first and written later needs an upgrade, which two cannot both have; so writes by key take
 * the write lock first. After a crash only written rows are locked again: a prepared transaction
 * had got all its locks, on all nodes, and two phases let it give up its read locks. Ranges are
 * looked through one by one, as few are held at a time. Locks are released when the decision is in
 * the log in order, before it is flushed (docs/rulings.md#runtime); a transaction that locks a row
 * afterwards depends on the newest record of its actor, which is never older than the row's.
 */
@NullMarked
package tutti.engine.concurrency.locking.row;

import org.jspecify.annotations.NullMarked;
