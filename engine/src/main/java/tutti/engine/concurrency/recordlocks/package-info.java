/**
 * Strict two-phase locking of the rows of relational actors, without deadlocks: {@code no-wait},
 * {@code wait-die} and {@code wound-wait} at the grain of records.
 *
 * <p><b>Source.</b> K. P. Eswaran, J. N. Gray, R. A. Lorie, I. L. Traiger: <i>The Notions of
 * Consistency and Predicate Locks in a Database System</i>, CACM 19(11), 1976: §3 "Locking" (two
 * phases), §4 "Predicate Locks" (phantoms). D. J. Rosenkrantz, R. E. Stearns, P. M. Lewis:
 * <i>System Level Concurrency Control for Distributed Database Systems</i>, TODS 3(2), 1978, §4:
 * wait-die and wound-wait. P. A. Bernstein, V. Hadzilacos, N. Goodman: <i>Concurrency Control and
 * Recovery in Database Systems</i>, 1987, §3.7: index locking.
 *
 * <p><b>What is locked.</b> To work on an actor's rows is granted at once, to any number of
 * transactions. Then each locks places in the orders of the relations, the primary key's and every
 * index's, whether there are rows at these places or not:
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
 * lies in; nothing else excludes anything. <b>Why there are no phantoms:</b> a scan by an order
 * would show another row, or another content of one, only if somebody had written a row whose place
 * in that order, before or after, lies in the range; and that one has a WRITE of just this place.
 * So it needs neither next keys nor gaps, which would also stop those who write beside the range;
 * nor is a lock of one order ever looked for in another one.
 *
 * <p><b>Transitions</b> of one request for a lock:
 *
 * <table>
 * <caption>under each rule</caption>
 * <tr><th>in its way</th><th>no-wait</th><th>wait-die</th><th>wound-wait</th></tr>
 * <tr><td>nobody</td><td colspan="3">granted</td></tr>
 * <tr><td>younger holders, ACTIVE</td><td>Conflict</td><td>Delay</td><td>they are wounded;
 * Delay</td></tr>
 * <tr><td>younger holders, PREPARED or decided</td><td>Conflict</td><td>Delay</td><td>Delay</td></tr>
 * <tr><td>an older holder</td><td>Conflict</td><td>Conflict</td><td>Delay</td></tr>
 * <tr><td>one that waits for what the request's own transaction holds</td><td>–</td><td>goes before
 * it</td><td>Conflict: it has been wounded</td></tr>
 * <tr><td>any other that waits for what this would exclude: who came before, under wound-wait who
 * is older</td><td>–</td><td>like a holder</td><td>Delay</td></tr>
 * </table>
 *
 * <p>What is asked in the middle of a procedure is tried at once under the cell's latch; if it must
 * wait it is a {@link tutti.engine.concurrency.Work.Lock}, a request like any other. {@code commit}
 * writes the rows, lets go of all and serves the queue, all under one hold of the latch; {@code
 * abort} the same without the rows.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: two transactions never hold locks that exclude each other.
 *   <li>I2: rows are changed under the latch alone, by who has WRITE of all their places.
 *   <li>I3: who has read, scanned or written holds the locks of that to its end.
 *   <li>I4: who waits under wait-die is older than all it waits for, under wound-wait younger than
 *       all that are ACTIVE and not wounded; under no-wait nobody waits. No circle closes.
 *   <li>I5: a position is given when everything is locked, and again if more was written since: so
 *       those of two that wrote the same place are in the order in which they wrote it.
 *   <li>I6: an effect is counted, as a version, once all of lower positions are decided; its rows
 *       are there before that, and checkpoints have it as unapplied: doing it again changes
 *       nothing.
 *   <li>I7: a read of the whole actor is answered once all have ended that were decided, or
 *       prepared, or had executed all that another node had asked, when it came.
 *   <li>I8: an idle cell's control object is null, and a lock is kept while somebody holds it.
 * </ul>
 *
 * <p><b>Guarantees</b> strict serializability, in the order of commits; under wait-die and
 * wound-wait that the oldest ends. <b>Needs</b> canonical keys; somebody who tries again what met a
 * conflict, with its age; under wound-wait that branches prepare when all has executed.
 *
 * <p><b>Departures from the papers.</b> A lock in an order stands for a predicate: "what lies
 * between", which is all that scans and indexes can ask for. A scan locks as it goes, one row, then
 * twice as many at a time, up to 16: it may have locked as many rows as it has shown, and no more,
 * that nobody has seen. Whoever writes a row locks its places in all indexes, also those that it
 * leaves where they are, since who comes by them sees the row. What is read first and written later
 * is an upgrade, which two cannot both have; so writes by key lock at once. After a crash only what
 * was written is locked again: a prepared transaction had got all its locks, on all nodes, and two
 * phases let it give up what it had read. Ranges are looked through one by one, as few are held at
 * a time. Locks go when the decision is in the log in order, before it is flushed
 * (docs/rulings.md#runtime); who locks a row afterwards depends on the newest record of its actor,
 * which is never older than the row's.
 */
@NullMarked
package tutti.engine.concurrency.recordlocks;

import org.jspecify.annotations.NullMarked;
