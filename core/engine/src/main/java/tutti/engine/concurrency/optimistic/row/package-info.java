/**
 * Optimistic concurrency control after Silo, at the grain of records, for actors with relations:
 * procedures take no locks and write no row that others see; at the end the rows that they write
 * are locked, and all rows that they have read are validated.
 *
 * <p>Begin with {@link tutti.engine.concurrency.optimistic.row.RowOptimistic}: {@code validate} is
 * the paper's commit protocol. {@link tutti.engine.concurrency.optimistic.row.TrackedRows} fills
 * the {@link tutti.engine.concurrency.optimistic.row.ReadSet} and the {@link
 * tutti.engine.concurrency.optimistic.row.WriteSet} of a transaction while its procedures run.
 *
 * <p><b>Source.</b> S. Tu, W. Zheng, E. Kohler, B. Liskov, S. Madden: <i>Speedy Transactions in
 * Multicore In-Memory Databases</i>, SOSP 2013 (Silo): §4.2 "Transaction IDs", §4.4 "Commit
 * protocol", §4.5 "Database operations", §4.6 "Range queries and phantoms". Across containers and
 * nodes: V. Shah, M. A. Vaz Salles: <i>Reactors</i>, SIGMOD 2018, §3.2.2: validation is the first
 * phase of the commit protocol, and write locks are held to its end.
 *
 * <p>Rows, TID words and node sets are those of {@link tutti.engine.storage.rows}.
 *
 * <table>
 * <caption>Transitions of a transaction at one actor</caption>
 * <tr><th>step</th><th>effect</th></tr>
 * <tr><td>request</td><td>grants, and writes no shared memory, not even the latch</td></tr>
 * <tr><td>read, scan</td><td>notes place and word; leaf and version of missing rows and of scans. A
 * locked row is a Conflict, if it is not soon unlocked</td></tr>
 * <tr><td>first write of a row</td><td>if the row is missing, makes a place for it, and notes the
 * place instead of the gap. If another node coordinates: locks it, else Conflict; and prepares its
 * index entries at each write</td></tr>
 * <tr><td>lock</td><td>locks all rows in order of actor, relation and key, prepares their index
 * entries, takes a position; or undoes all, Conflict. If another node coordinates: only takes a
 * position, each time that all requests of that node are executed, unless no row was written since
 * the last position</td></tr>
 * <tr><td>validate</td><td>every word as it was, own locks left out of account; every leaf as it was,
 * own changes left out of account; the actor not forgotten; else Conflict</td></tr>
 * <tr><td>read of the whole actor</td><td>waits for the writers before it in the commit order that are
 * decided, prepared, or have executed all requests of another node; and for those that may be of an
 * earlier epoch than the changes that it would show, as soon as these have looked at the node's
 * epoch</td></tr>
 * <tr><td>commit</td><td>sets the log position that readers of the rows wait for; installs all
 * rows, by which they are unlocked; is counted once all before it in the commit order are decided</td></tr>
 * <tr><td>abort</td><td>takes back entries and made places, unlocks, leaves the commit order</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: a row's word is locked by at most one transaction, and only its holder changes the row.
 *   <li>I2: every validation of a transaction comes after its last lock and its last index entry,
 *       on whichever node.
 *   <li>I3: of two transactions one of which reads a row that the other writes, and of two that
 *       write one row, not both validate unless one has seen all writes of the other.
 *   <li>I4: the numbers of the rows of one key grow (a transaction's is greater than all that it
 *       has read or overwrites), and a reader's epoch is not before its writer's.
 *   <li>I5: positions at an actor are in the order in which the transactions wrote each row: a
 *       position is taken while all locks are held.
 *   <li>I6: a cell's version counts committed effects in order of positions, and never beyond an
 *       undecided one, so that recovery, which counts in that order, comes to the same version.
 *   <li>I7: a transaction that has validated a read of a row knows a log position that is not
 *       before its writer's.
 *   <li>I8: no transaction waits for another; only a client's read waits, for effects that are or
 *       may be decided and are not yet counted.
 *   <li>I9: an aborted transaction leaves no lock, no place without a row and no index entry; an
 *       idle cell's control object is null.
 * </ul>
 *
 * <p><b>Memory order.</b> I3: locks are compare-and-sets, of a row's word or a leaf's version, and
 * validation reads both volatile; these are in one total order (JLS §17.4.4). So of two
 * transactions that each write a row that the other reads, the one whose last lock comes later
 * finds the lock, or the change, of the other. I1: a row is published before its word is released,
 * and read between two reads of the word. I7: the writer releases the cell's log position before
 * the first word of its rows, or before the leaf from which it takes one; a transaction that
 * acquires the word, or the leaf's version, and reads the position afterwards sees it. The order is
 * guarded by the cell's latch: a writer comes into it before it looks at the node's epoch, so a
 * read of the whole actor that does not find it there, and shows a change of some epoch, comes
 * before a look that sees no lower one.
 *
 * <p><b>Guarantees</b> strict serializability, phantoms included: at its validation all rows that a
 * transaction read are as it read them, and the rows that it writes are its own. <b>Needs</b> a log
 * whose positions are in the order in which decisions are made; a caller that begins a transaction
 * again after a conflict, and validates before a refusal is told (a doomed transaction may have
 * seen states that never existed together). A transaction may meet conflicts until its time is
 * over: none is preferred. A transaction has one claim per actor, since two would conflict with
 * each other: so its rows may be written even if only reads were asked for.
 *
 * <p><b>Departures from the papers.</b>
 *
 * <ul>
 *   <li>Epochs are ranges of the log (docs/rulings.md#ruling-11), not of time: no thread advances
 *       them, and a transaction's number is its place in the log. A worker's own last number is
 *       left out of it, since the log also orders the transactions of one worker. Where no log is
 *       kept, numbers only count on.
 *   <li>Silo's readers and lockers spin; here they do so for as long as a commit in memory takes,
 *       and then begin anew: a lock may be held for a round trip between nodes.
 *   <li>Silo logs after it has installed. Here the decision is in the log before, as for all
 *       concurrency controls (docs/rulings.md#runtime).
 *   <li>Silo's transactions work on one database; here each actor has a cell whose effects are
 *       counted, for histories and recovery. That is one latch at lock and two at commit for each
 *       actor that is written; reads stay free of it.
 *   <li>§3.2.2 validates each container as it votes, which is too early: see I2.
 *   <li>Effects that commit behind an undecided transaction of the same actor stay in memory until
 *       that one is decided, though it may still execute elsewhere. A coordinator that is away for
 *       long makes such a line long.
 * </ul>
 */
@NullMarked
package tutti.engine.concurrency.optimistic.row;

import org.jspecify.annotations.NullMarked;
