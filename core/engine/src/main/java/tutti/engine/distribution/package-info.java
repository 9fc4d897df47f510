/**
 * The parts of a transaction on other nodes (docs/rulings.md#runtime, docs/rulings.md#seams,
 * docs/rulings.md#ruling-1, docs/rulings.md#ruling-4): the messages between nodes, the members of
 * commitments, and the questions of clients to actors that live elsewhere. Begin with {@link
 * tutti.engine.distribution.Distribution}, which makes the parts for one node, and with {@link
 * tutti.engine.distribution.member.CommitMember}: its subclasses are the roles in which a node
 * takes part, {@link tutti.engine.distribution.member.MemberRecord} is what the log has of a
 * member, and {@link tutti.engine.distribution.member.CommitMembers} has all members of the node.
 *
 * <p>The rooms below, in the order in which they use each other: {@code message}, {@code peer},
 * {@code member}, {@code operator}.
 *
 * <p>One node coordinates a transaction: the home of its first actor. It asks its own actors
 * directly, others by {@code Execute}: one after another, or, if the deployment says so, those of
 * all other nodes at once. A <em>branch</em> holds the grants of a node's actors, and its node is
 * one participant of the commit protocol. The protocol's machines ({@code tutti.protocol.commit})
 * decide which messages are sent and which records are logged, and when. This package carries their
 * effects out: it knows the log, the concurrency control and the transport, but not when a
 * transaction may commit.
 *
 * <p>One {@link tutti.engine.distribution.member.Commitment} runs each machine. A nonce tells
 * several branches under one key apart; a message from a node that knows no nonce is accepted only
 * by a branch that has voted. A member for which nothing executes — a witness, or a member that
 * recovery found — is a {@link tutti.engine.distribution.member.RecoveredMember}; it ends under the
 * protocol in its own records.
 *
 * <p><b>Procedures</b> are shipped: {@code Perform} brings calls to a branch, which runs them as
 * tasks of its node ({@link tutti.engine.distribution.member.BranchTasks}), and is answered when
 * none of them goes on without the coordinator. The answer says which calls have ended, and which
 * calls they make elsewhere; the coordinator performs that, and the next {@code Perform} brings the
 * ends. One question at a time is open at each node, questions to several nodes are open at the
 * same time, and the coordinator knows every node that takes part. A node that runs procedures
 * votes when it is asked: their writes may change until all have ended. Under optimistic control
 * its rows are locked as they are written, and validated when it is asked to prepare, after the
 * coordinator has locked its own, so every lock of a transaction comes before every validation.
 *
 * <p>A branch that is undone while its procedures run first ends these, and then releases its
 * claims. Before the client is told a refusal that may rest on observations of procedures
 * elsewhere, the coordinator asks every node whether these stand; the node answers when they are
 * durable.
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
 *   <li>I3: a branch that was lost in a crash is never mistaken for a later one: a branch's nonce
 *       names no other branch, also after a restart.
 *   <li>I4: a late message of one attempt never touches another: their keys differ.
 *   <li>I5: incarnations of a node only grow, so that no name of a transaction is given twice.
 *   <li>I6: a transaction holds all that it was told it was granted until it is decided or undone,
 *       also where it has only looked (docs/rulings.md#ruling-3).
 *   <li>I7: no procedure of a branch runs when the branch votes, or when it releases its claims.
 *   <li>I8: procedures that a coordinator has called, and whose ends it has not heard, fail its
 *       transaction if their node has lost them.
 *   <li>I9: when a transaction has executed everywhere, no node on which it has changed something
 *       answers a read with the state before it, whether that node has heard so or not: a read
 *       elsewhere that comes after the transaction may have been answered already. A branch whose
 *       control validates marks itself as executed before each answer, so that reads wait for it.
 * </ul>
 */
@NullMarked
package tutti.engine.distribution;

import org.jspecify.annotations.NullMarked;
