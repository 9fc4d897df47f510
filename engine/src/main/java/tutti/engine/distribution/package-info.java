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
 * <p>What may never happen: a branch that has voted Yes lets go of anything before it knows the
 * decision; a decision leaves its node before it is durable; a branch that was lost in a crash is
 * taken for the one that came after it (its nonce tells); a late message of one attempt touches
 * another (the key tells).
 */
@NullMarked
package tutti.engine.distribution;

import org.jspecify.annotations.NullMarked;
