/**
 * The seam for commit protocols between nodes (docs/rulings.md#seams): the events that a protocol's
 * machines are told, and the effects that they ask for. A machine is one role in one transaction.
 * The machine has no threads, clocks, randomness, input, output or logging of its own; the code
 * that runs it gives it {@link tutti.protocol.commit.Event}s and carries out the {@link
 * tutti.protocol.commit.Effect}s in their order.
 *
 * <p>Begin with {@link tutti.protocol.commit.CommitMachine}, then {@link
 * tutti.protocol.commit.Event} and {@link tutti.protocol.commit.Effect}. {@link
 * tutti.protocol.commit.CommitProtocol} makes the machines, in a {@link tutti.protocol.commit.Role}
 * and a place ({@link tutti.protocol.commit.NodeView}). {@link tutti.protocol.commit.Entry} and
 * {@link tutti.protocol.commit.DurableState} are what a machine writes, {@link
 * tutti.protocol.commit.RecoveredRecords} is what it finds; {@link tutti.protocol.commit.Meaning}
 * and {@link tutti.protocol.commit.Outlook} are for code and people that do not know the protocol.
 *
 * <p>The protocols live in packages of their own below this one and never import each other. Each
 * has a message type of its own, and decodes it.
 *
 * <p>Invariants of all protocols, under the assumptions for which each is safe:
 *
 * <ul>
 *   <li>I1: no node commits a transaction that another one aborts;
 *   <li>I2: a member's Yes is durable in its log before it is said, to the coordinator or to the
 *       nodes that remember it;
 *   <li>I3: a participant that has said No never says Yes;
 *   <li>I4: a client hears of an abort only if its transaction has not committed;
 *   <li>I5: nothing is executed once a participant was asked for its last vote, and a participant
 *       that only looked releases everything that it holds only then.
 * </ul>
 */
@NullMarked
package tutti.protocol.commit;

import org.jspecify.annotations.NullMarked;
