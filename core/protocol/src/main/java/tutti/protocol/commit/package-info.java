/**
 * The common part of the commit protocols between nodes (docs/rulings.md#seams). A machine is one
 * role in one transaction, and runs over the seam of {@link tutti.protocol.machine}: {@link
 * tutti.protocol.commit.Input} is what its node wants of it, {@link tutti.protocol.commit.Output}
 * what it decides.
 *
 * <p>Begin with {@link tutti.protocol.commit.CommitMachine}, then {@link
 * tutti.protocol.commit.Input} and {@link tutti.protocol.commit.Output}. {@link
 * tutti.protocol.commit.CommitProtocol} makes the machines, in a {@link tutti.protocol.commit.Role}
 * and a place ({@link tutti.protocol.commit.NodeView}). A {@link
 * tutti.protocol.commit.CommitRecord} is what a machine writes, {@link
 * tutti.protocol.commit.RecoveredRecords} is what it finds; an {@link tutti.protocol.commit.Outbox}
 * holds its effects, and gives its events to its {@link tutti.protocol.commit.Transitions}; {@link
 * tutti.protocol.commit.Meaning} and {@link tutti.protocol.commit.Outlook} are for code and people
 * that do not know the protocol.
 *
 * <p><b>How a machine is run</b>: as all machines are, with these differences.
 *
 * <ul>
 *   <li>No machine is {@linkplain tutti.protocol.machine.Event.Started started}, since none needs a
 *       number of its own. A new one begins with whatever comes first, and one that the log has
 *       with {@link tutti.protocol.commit.Input.Restarted}.
 *   <li>No machine is {@linkplain tutti.protocol.machine.Event.Halted halted}: where the log has
 *       failed, whatever waits for a record waits until the node starts again.
 *   <li>A record that the log does not take ends its step, and not always the machine: nothing more
 *       of the step is carried out. Of a coordinator's vote the machine is told ({@link
 *       tutti.protocol.commit.Input.Unwritten}).
 * </ul>
 *
 * <p>For example, a participant of two-phase commit that is asked for its vote gives {@code
 * Persist(CommitRecord(VOTE, memory), FORCED)}; when {@code Persisted(1)} comes, it sends its Yes
 * to the {@code Peer} that coordinates.
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
 *
 * <p>Each member watches I2 and I3 as it runs ({@link Invariants}), by the rules that explorations
 * check, and of I1 and I4 that it tells one outcome itself: a step that breaks one is carried out
 * nowhere, and is treated as one that throws. What others tell, and I5, no member can see alone.
 */
@NullMarked
package tutti.protocol.commit;

import org.jspecify.annotations.NullMarked;
