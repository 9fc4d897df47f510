/**
 * Supremum versioning, and locks that are taken at the start: transactions that wait and that no
 * conflict aborts.
 *
 * <p>Begin with {@link tutti.engine.concurrency.versioning.Versioning}, the control; an actor in
 * use has a {@link tutti.engine.concurrency.versioning.VersionQueue} of {@link
 * tutti.engine.concurrency.versioning.PrivateVersion}s, one for each transaction; each use of the
 * actor is a {@link tutti.engine.concurrency.versioning.UseClaim}. The {@link
 * tutti.engine.concurrency.versioning.Discipline} makes of it one of four controls.
 *
 * <p><b>Source.</b> K. Siek, P. Wojciechowski: <i>Atomic RMI: A Distributed Transactional Memory
 * Framework</i>, International Journal of Parallel Programming 44(3), 2016: §3, the supremum
 * versioning algorithm; §5.1 for the locks. {@code versioning-rw} follows the idea of their
 * OptSVA-CF (Atomic RMI 2), that reads need less waiting.
 *
 * <p><b>The paper's counters here.</b> A transaction's private version is the number of its place;
 * the queue's order stands for the local version (all before have released) and for the local
 * terminal version (all before have ended). The copy of an object for rollback is not needed: what
 * a transaction makes of an actor stands at its place, and the cell keeps decided state only.
 *
 * <table>
 * <caption>Transitions at one actor</caption>
 * <tr><th>event</th><th>when</th><th>verdict or effect</th></tr>
 * <tr><td>Begin</td><td>another transaction is still beginning ({@code
 * versioning-rw}: and one of the two may write)</td><td>Delay</td></tr>
 * <tr><td>Begin</td><td>else</td><td>Accept: the last place; under locks, when it is its turn</td></tr>
 * <tr><td>Act, Observe, Forbid, Run</td><td>all before have released the actor (access condition); at
 * most {@code max-speculative} of them are undecided</td><td>evaluated on the state that the one
 * before has made; at its last use the place is released</td></tr>
 * <tr><td>the same</td><td>refused, and one before is undecided</td><td>Delay until all before have
 * ended; then evaluated again</td></tr>
 * <tr><td>the same</td><td>it has no place: the actor is free</td><td>Accept, at a new place</td></tr>
 * <tr><td>the same</td><td>it has no place: the actor is in use</td><td>Conflict: it begins anew, and
 * with a place here</td></tr>
 * <tr><td>Settle</td><td>all before have ended (commit condition)</td><td>Accept; else Delay</td></tr>
 * <tr><td>Read</td><td>the first that may write is not settled, or reads need not wait for
 * it</td><td>the decided state; else Delay</td></tr>
 * <tr><td>commit</td><td/><td>the effect is applied; the place goes</td></tr>
 * <tr><td>abort</td><td>it has changed the actor</td><td>all later ones that have used the actor are
 * doomed: they begin anew</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: at one time one transaction uses an actor: the first that has not released it. ({@code
 *       versioning-rw}, {@code read-write-locks}: one writer; readers do not count.)
 *   <li>I2: two transactions have the same order at all actors that both have a place at. A place
 *       is taken at the start, while the actors before it in the order of nodes and names are held;
 *       or later, at an actor that no other transaction uses. So no cycle of waits closes.
 *   <li>I3: a cell's state is decided; what is undecided stands at places only.
 *   <li>I4: a transaction is settled at an actor only when all before it there have ended, by
 *       records in this node's log that are before its own; it votes, decides and is told after
 *       that. So at most one writer at an actor is prepared, and it is the first.
 *   <li>I5: a refusal is told on decided state only.
 *   <li>I6: a transaction that has used the actor after a change that is rolled back begins anew.
 *   <li>I7: a request that waits has a participant to wait for.
 *   <li>I8: an idle actor keeps no place: every version that is taken is given back.
 *   <li>I9: a client's read is answered only while no transaction that is settled may be decided.
 * </ul>
 *
 * <p><b>Guarantees</b> strict serializability in the order of versions; no transaction is aborted
 * by a conflict, only by the rollback of another one whose changes it has used (a cascade). One
 * that was rolled back twice that way uses actors only when all before it have ended ({@link
 * tutti.engine.concurrency.Participant#conservative}). <b>Needs</b> the footprint for early
 * release, declared, derived, or found by a dry run: without bounds an actor is released when its
 * transaction has executed.
 *
 * <p><b>Departures from the paper.</b> Reads of clients take no version, and see decided state. In
 * {@code versioning-rw} a writer may pass the use of a reader, but not its settling: if T1 has read
 * and still executes, and T2 writes the actor and is answered, a later GET must see all of T1 too.
 * The paper's locks have no rollback; these have, by the same places. Start locks are those of the
 * nodes but the last, which needs none; a node lets others begin when it is told that the
 * transaction has begun everywhere, or gets any later question of it. In {@code versioning-rw}
 * readers of an actor share its start lock. A release by hand takes effect when the call that runs
 * on the actor has ended; it waits for nothing.
 */
@NullMarked
package tutti.engine.concurrency.versioning;

import org.jspecify.annotations.NullMarked;
