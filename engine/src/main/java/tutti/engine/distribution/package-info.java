/**
 * A transaction's part on other nodes (docs/rulings.md#runtime, docs/rulings.md#seams,
 * docs/rulings.md#ruling-1, docs/rulings.md#ruling-4): the messages between nodes, the
 * coordinator's side ({@link tutti.engine.distribution.Coordinations}), the participant's side
 * ({@link tutti.engine.distribution.Branches}) and what clients ask of actors that live elsewhere.
 *
 * <p>One node coordinates a transaction: the home of its first actor. It asks actors one after
 * another, its own directly, others by {@code Execute}; what they grant is held there by a
 * <em>branch</em>, whose node is one participant of the commit protocol. The protocol's machines
 * ({@code tutti.protocol.commit}) decide what is sent and logged when; this package carries their
 * effects out: it knows the log, the concurrency control and the transport, and nothing of when a
 * transaction may commit.
 *
 * <p>One {@link tutti.engine.distribution.Commitment} runs each machine. Which branch of several
 * under one key is meant, its nonce says; who knows none is heeded only by a branch that has voted.
 * Machines for which nothing executes — witnesses, and what recovery found — are {@link
 * tutti.engine.distribution.Machines}; each ends under the protocol in its own records.
 *
 * <p><b>Procedures</b> are shipped: {@code Perform} brings calls to a branch, which runs them as
 * tasks of its node ({@link tutti.engine.distribution.BranchTasks}), and is answered once none of
 * them goes on without the coordinator. The answer says which calls have ended, and what they call
 * elsewhere; the coordinator performs that, and the next {@code Perform} brings the ends. So one
 * question at a time is open at each node, questions to several nodes are open at the same time,
 * and the coordinator knows everybody who takes part. Who runs procedures votes when it is asked:
 * what they have written may change until all have ended. Under optimistic control its rows are
 * locked as they are written, and validated when it is asked to prepare, after the coordinator has
 * locked its own: so that every lock of a transaction comes before every validation.
 *
 * <p>A branch that is undone while its procedures run first ends these, and then lets go. Before a
 * refusal is told that may rest on what procedures have seen elsewhere, every node is asked whether
 * that stands; it answers when that is durable.
 *
 * <p><b>Departures from the paper.</b> PSAC §4.2 has a participant of two-phase commit for each
 * entity. Here a node takes part once for all its actors: one vote, one record and one
 * acknowledgement for all of them, since they share a log.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>I1: a branch that has voted Yes lets go of nothing before it knows the decision.
 *   <li>I2: a decision leaves its node only when it is durable.
 *   <li>I3: a branch that was lost in a crash is never taken for the one that came after it: a
 *       branch's nonce names no other, also after a restart.
 *   <li>I4: a late message of one attempt never touches another: the key tells.
 *   <li>I5: incarnations of a node only grow, so that no name of a transaction is given twice.
 *   <li>I6: what a transaction was told that it was granted it holds until it is decided or undone,
 *       also where it has only looked (docs/rulings.md#ruling-3).
 *   <li>I7: no procedure of a branch runs when it votes, or when it lets go of what it held.
 *   <li>I8: procedures that a coordinator has called, and whose ends it has not heard, fail its
 *       transaction if their node has lost them.
 *   <li>I9: once a transaction has executed everywhere, no node answers a read with what was before
 *       it where it has changed something, whether that node has heard so or not: what comes after
 *       it elsewhere may have been answered already. A branch whose control validates says before
 *       each answer that it has executed, so that reads find it in their way.
 * </ul>
 */
@NullMarked
package tutti.engine.distribution;

import org.jspecify.annotations.NullMarked;
