/**
 * Optimistic concurrency control after Silo, at the grain of records, for actors with relations:
 * procedures lock nothing and write nothing that others see; at the end the rows that they write
 * are locked, and all that they have read is validated.
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
 * <tr><th>step</th><th>what it does</th></tr>
 * <tr><td>request</td><td>grants, and writes nothing that is shared, not even the latch</td></tr>
 * <tr><td>read, scan</td><td>notes place and word; leaf and version of what is missing or scanned. A
 * locked row is a Conflict, if it is not soon unlocked</td></tr>
 * <tr><td>first write of a row</td><td>if it is missing, makes a place for it, and notes that one
 * instead of the gap. If another node coordinates: locks it, else Conflict; and prepares its index
 * entries at each write</td></tr>
 * <tr><td>lock</td><td>locks all rows in order of actor, relation and key, prepares their index
 * entries, takes a position; or undoes all, Conflict. If another node coordinates: takes a position
 * alone, each time that all that node has asked is executed, unless nothing was written since it
 * took the last one</td></tr>
 * <tr><td>validate</td><td>every word as it was, own locks left out of account; every leaf as it was,
 * own changes left out of account; the actor not forgotten; else Conflict</td></tr>
 * <tr><td>read of the whole actor</td><td>waits for those before it in the line that are decided,
 * prepared, or have executed all that another node has asked</td></tr>
 * <tr><td>commit</td><td>says which log position who sees it waits for; installs all rows, by which
 * they are unlocked; is counted once all before it in the line are decided</td></tr>
 * <tr><td>abort</td><td>takes back entries and made places, unlocks, leaves the line</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: a row's word is locked by at most one transaction, and only its holder changes the row.
 *   <li>I2: every validation of a transaction comes after its last lock and its last index entry,
 *       on whichever node.
 *   <li>I3: of two transactions one of which reads what the other writes, and of two that write the
 *       same, not both validate unless one has seen all that the other did.
 *   <li>I4: the numbers of the rows of one key grow (a transaction's is greater than all that it
 *       has read or overwrites), and the epoch of who reads is not before that of who wrote.
 *   <li>I5: positions at an actor are in the order in which the transactions wrote each row: a
 *       position is taken while all locks are held.
 *   <li>I6: a cell's version counts what has committed in order of positions, and never beyond one
 *       that is undecided, so that recovery, which counts in that order, comes to the same.
 *   <li>I7: who has validated a read of a row knows a log position that is not before its writer's.
 *   <li>I8: nobody waits for anybody, but a client's read for what is decided, or may be, and not
 *       yet counted.
 *   <li>I9: an aborted transaction leaves no lock, no place without a row and no index entry; an
 *       idle cell's control object is null.
 * </ul>
 *
 * <p><b>Memory order.</b> I3: locks are compare-and-sets, of a row's word or a leaf's version, and
 * validation reads both volatile; these are in one total order (JLS §17.4.4). So of two that write
 * what the other reads, the one whose last lock comes later finds the lock, or the change, of the
 * other. I1: a row is published before its word is released, and read between two reads of the
 * word. I7: the writer releases the cell's log position before the first word of its rows, or
 * before the leaf from which it takes one; who acquires the word, or the leaf's version, and reads
 * the position afterwards sees it. What is in the line is guarded by the cell's latch.
 *
 * <p><b>Guarantees</b> strict serializability, phantoms included: at its validation all that a
 * transaction read is as it read it, and what it writes is its own. <b>Needs</b> a log whose
 * positions are in the order in which decisions are made; somebody who tries again what met a
 * conflict, and who validates before a refusal is told (a doomed transaction may have seen what
 * never was together). A transaction may meet conflicts until its time is over: nobody is
 * preferred. One claim per actor and transaction, for two would be in each other's way: so its rows
 * may be written even if only reads were asked for.
 *
 * <p><b>Departures from the papers.</b>
 *
 * <ul>
 *   <li>Epochs are ranges of the log (docs/rulings.md#ruling-11), not of time: no thread advances
 *       them, and a transaction's number is its place in the log. A worker's own last number is
 *       left out of it, since the log orders what one worker does too. Where no log is kept,
 *       numbers only count on.
 *   <li>Silo's readers and lockers spin; here they do so for as long as a commit in memory takes,
 *       and then begin anew: a lock may be held for a round trip between nodes.
 *   <li>Silo logs after it has installed. Here the decision is in the log before, as for all
 *       concurrency controls (docs/rulings.md#runtime).
 *   <li>Silo's transactions work on one database; here each actor has a cell whose effects are
 *       counted, for histories and recovery. That is one latch at lock and two at commit for each
 *       actor that is written; reads stay free of it.
 *   <li>§3.2.2 validates each container as it votes, which is too early: see I2.
 *   <li>What commits behind an undecided transaction of the same actor stays in memory until that
 *       one is decided, though it may still execute elsewhere. A coordinator that is away for long
 *       makes such a line long.
 * </ul>
 */
@NullMarked
package tutti.engine.concurrency.records;

import org.jspecify.annotations.NullMarked;
