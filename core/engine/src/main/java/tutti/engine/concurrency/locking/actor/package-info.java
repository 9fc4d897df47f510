/**
 * Strict two-phase locking, actor-grained: the baseline that path-sensitive control is compared
 * with, and degrades to.
 *
 * <p><b>Source.</b> T. Soethout, T. van der Storm, J. Vinju: <i>Path-Sensitive Atomic Commit</i>,
 * Programming 5(1):3, 2021 (PSAC): §2 "Concurrency Control and Two-Phase Locking", §3.1 with Figure
 * 1, appendix A with Figure 10.
 *
 * <p><b>Transitions</b> of one actor's lock:
 *
 * <table>
 * <caption>verdicts by the state of the lock</caption>
 * <tr><th>asks</th><th>free</th><th>shared by others</th><th>exclusive of another</th></tr>
 * <tr><td>Act</td><td>evaluated: exclusive, or Reject</td><td>Delay</td><td>Delay</td></tr>
 * <tr><td>Act, holding shared</td><td>upgraded at once</td><td>Delay, before the queue</td><td>–</td></tr>
 * <tr><td>Observe, Forbid</td><td>shared</td><td>shared, if no request
 *     waits</td><td>Delay</td></tr>
 * <tr><td>Read</td><td>Seen</td><td>Seen</td><td>Seen while the holder is ACTIVE, else Delay</td></tr>
 * </table>
 *
 * After a crash {@code reinstate} puts the claims of prepared transactions back: one action, or
 * looks. A commit applies the effect and releases the lock; an abort releases it; a withdrawal
 * leaves the queue. After each the waiting reads are answered, then the queue is served from its
 * head until one must wait.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: an exclusive holder shares the actor with no other transaction.
 *   <li>I2: every verdict but Delay is evaluated on decided state, under the lock; a Reject holds
 *       no lock.
 *   <li>I3: requests whose transaction does not hold the lock already are served in order of
 *       arrival, or under wound-wait in that of age; an upgrade goes first.
 *   <li>I4: a transaction sees an actor as it was before its own action there
 *       (docs/rulings.md#ruling-5).
 *   <li>I5: a read is answered only while no holder is, or may soon turn out to have been,
 *       committed: a client that has seen an effect of a transaction never misses another one of
 *       it.
 *   <li>I6: an idle cell's control object is null.
 *   <li>I7: a request that waits has a participant to wait for: {@code blockers} names at least
 *       one.
 *   <li>I8: under no-wait only reads wait; under wait-die requests wait for younger transactions
 *       only.
 * </ul>
 *
 * <p><b>The wait rule</b> is one more choice ({@link tutti.engine.concurrency.locking.WaitRule}),
 * which is why {@code no-wait}, {@code wait-die} and {@code wound-wait} are here. Where the table
 * says Delay:
 *
 * <table>
 * <caption>by rule</caption>
 * <tr><th>rule</th><th>becomes</th></tr>
 * <tr><td>wait</td><td>Delay</td></tr>
 * <tr><td>no-wait</td><td>Conflict</td></tr>
 * <tr><td>wait-die</td><td>Delay if all in its way, holders and queue, are younger; else Conflict.
 * An upgrade ends the younger ones in the queue that would now wait for it</td></tr>
 * <tr><td>wound-wait</td><td>Delay; the younger ones in its way that are ACTIVE are wounded: they
 * begin anew. An upgrade that an older one would have to wait for is a Conflict</td></tr>
 * </table>
 *
 * A transaction that begins anew keeps its age.
 *
 * <p><b>Guarantees</b> strict serializability of transactions that keep their claims to their end
 * (the distribution's I6); no starvation (I3), except under no-wait, where none is preferred.
 * <b>Needs</b>, under wait alone, a detector that breaks deadlocks: {@code blockers} gives the
 * waits, two upgrades of one shared lock included. Under the other rules no cycle closes, on
 * however many actors and nodes, since all waits have one direction of age. Under wound-wait a
 * prepared transaction, which cannot be wounded, must not wait, so branches prepare only when all
 * calls have executed ({@code preparesEarly}).
 *
 * <p><b>Departures from the paper.</b> An observation whose owner is expected to act on the actor
 * later takes an update lock: shared with plain looks, but one owner has it at a time, so that two
 * such owners do not deadlock over their upgrades. The paper has one lock per object; here pure
 * looks share it, since a precondition may look at other actors (docs/rulings.md#ruling-6), and a
 * client's read takes none. Locks are released when the decision is in the log in order, before it
 * is flushed (docs/rulings.md#runtime: early lock release); {@code observedLsn} is the position
 * that an acknowledgement must then wait for.
 */
@NullMarked
package tutti.engine.concurrency.locking.actor;

import org.jspecify.annotations.NullMarked;
