/**
 * A transaction's part on other nodes (DESIGN §2, §3, §7.1–4): the messages between nodes, the
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
 * <p>Invariants:
 *
 * <ul>
 *   <li>I1: a branch that has voted Yes lets go of nothing before it knows the decision.
 *   <li>I2: a decision leaves its node only when it is durable.
 *   <li>I3: a branch that was lost in a crash is never taken for the one that came after it: a
 *       branch's nonce names no other, also after a restart.
 *   <li>I4: a late message of one attempt never touches another: the key tells.
 *   <li>I5: incarnations of a node only grow, so that no name of a transaction is given twice.
 *   <li>I6: what a transaction was granted it holds until it is decided or undone, also where it
 *       has only looked (DESIGN 7.3).
 * </ul>
 */
@NullMarked
package tutti.engine.distribution;

import org.jspecify.annotations.NullMarked;
