/**
 * Optimistic concurrency control after Silo, at the grain of whole actors: a transaction executes
 * without locking anything, and at its end locks the actors that it changes and validates all that
 * it saw.
 *
 * <p><b>Source.</b> S. Tu, W. Zheng, E. Kohler, B. Liskov, S. Madden: <i>Speedy Transactions in
 * Multicore In-Memory Databases</i>, SOSP 2013, §4.4: lock the write set in one order, then
 * validate the read set, then write. Across containers and nodes: V. Shah, M. A. Vaz Salles:
 * <i>Reactors</i>, SIGMOD 2018, §3.2.2: validation is the first phase of the commit protocol, and
 * write locks are held to its end.
 *
 * <table>
 * <caption>Requests at a locked actor; at an actor that is not locked every request is granted
 * immediately</caption>
 * <tr><th>asks</th><th>locked by a transaction of this node</th><th>locked by one that is
 * coordinated elsewhere</th></tr>
 * <tr><td>Act, Observe, Forbid</td><td>Delay</td><td>Conflict</td></tr>
 * <tr><td>Read</td><td colspan="2">Seen while the holder is ACTIVE, else Delay</td></tr>
 * <tr><td>lock</td><td colspan="2">Conflict</td></tr>
 * <tr><td>validate</td><td colspan="2">Conflict, unless the lock is its own</td></tr>
 * </table>
 *
 * <p>The state that a claim is granted on has a version. {@code lock} takes the actor for its
 * transaction; {@code validate} compares the version with the current one. A transaction that
 * another node coordinates locks as it executes, and prepares when it is told that everything has
 * executed, so that on all nodes every lock of a transaction is taken before any of its claims is
 * validated.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: an actor is locked by at most one transaction, and only a claim that acts locks.
 *   <li>I2: between the lock of a validated claim and its end the actor's version does not change.
 *   <li>I3: every validation of a transaction comes after its last lock, on whichever node.
 *   <li>I4: a transaction that waits holds no lock, and waits for one that does not wait: no
 *       deadlock.
 *   <li>I5: a read is answered only while no holder is, or may soon turn out to have been,
 *       committed.
 *   <li>I6: a claim on an actor that was forgotten meanwhile is not valid.
 *   <li>I7: an idle cell's control object is null.
 * </ul>
 *
 * <p><b>Guarantees</b> strict serializability: at its validation all that a transaction saw is as
 * it saw it, and the actors that it changes are its own. <b>Needs</b> a caller that begins a
 * transaction again after a conflict, and validates before a refusal is told (a doomed transaction
 * may have seen states that never existed together). A transaction may meet conflicts until its
 * time is over: none is preferred.
 *
 * <p><b>Departures from the papers.</b>
 *
 * <ul>
 *   <li>A lock may be held for a round trip between nodes, so {@code lock} does not spin: it is a
 *       conflict.
 *   <li>Silo's TIDs are here the actor's version and the position of its newest effect in the log,
 *       which orders dependent transactions as an epoch's TIDs do. The log is the epoch's boundary
 *       too: a client is told of a transaction only when the log is durable up to it.
 *   <li>§3.2.2 validates each container as it votes. That is too early for a read on one node whose
 *       transaction's locks on another come later: two transactions that each read an actor that
 *       the other writes could both commit. Hence I3.
 * </ul>
 */
@NullMarked
package tutti.engine.concurrency.optimistic.actor;

import org.jspecify.annotations.NullMarked;
