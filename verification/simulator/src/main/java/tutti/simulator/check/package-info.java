/**
 * Checks of a run's history. Only the answers to clients and the decisions in the logs are trusted;
 * everything else is computed again from the application.
 *
 * <p>In an <em>epoch</em> the checker collects every decision, with its log position and the
 * arrival positions of its actions, every vote of another node with the outcome that the node was
 * told, and every answer. On a single node an epoch ends with each crash; on several, whose crashes
 * overlap, once all faults are over and nothing is in doubt. Then the checker looks at all actors,
 * and holds:
 *
 * <p>An application may go on to another version in a run, once all nodes were down. Earlier
 * decisions are computed with the former version, and the states are then converted, once; later
 * decisions are computed with the next version.
 *
 * <ul>
 *   <li><b>prefix</b>: the standing part of each incarnation's log is a first part of it, whole
 *       transactions only; without a crash, all of it;
 *   <li><b>durable</b>: that part has everything that was acknowledged or answered to a read;
 *   <li><b>agreement</b>: a node that voted hears of a commit only if it was decided and stands,
 *       and of an abort only if not; this is checked whenever a node hears something, and again at
 *       the end;
 *   <li><b>resolved</b>: a stated time after the last fault, no vote is in doubt, no transaction
 *       runs or is in doubt, and every actor can be read;
 *   <li><b>actor-serial</b>: on each actor, the actions of the decisions that stand, in the order
 *       of their arrival, are all accepted, and give the states and versions that are found: so on
 *       every node exactly the parts of those decisions happened;
 *   <li><b>serial</b>: if the deployment promises serializability, the transactions one after
 *       another are all accepted, have the partners that they had, and end in the same states. The
 *       order of the check has each transaction at its decision or, if it released its reads on
 *       another node before, at that release: at that moment the transaction held everything that
 *       it touched. This order respects real time, since that moment lies between a request and its
 *       answer;
 *   <li><b>fresh-reads</b>: a read's state is the state of its version, and has every effect that
 *       was acknowledged, and every version that was read, before the read was asked for, at
 *       whichever node;
 *   <li><b>observed</b>: the states of actors and of single rows that transactions say they saw
 *       were there, their own writes included; their order is judged by the history. What a
 *       client's block was told is what its transaction committed with;
 *   <li><b>block</b>: a client transaction that its block has not told to commit does not commit,
 *       and one whose block hangs ends at its deadline;
 *   <li><b>refused-rightly</b>: no request is refused for a reason that its own code rules out;
 *   <li><b>at-most-once</b>: one idempotency key has one transaction for ever, and one answer, at
 *       whichever node; one transaction is decided once;
 *   <li><b>definite-abort</b>: a transaction that a client was told had aborted stands in no log;
 *   <li><b>evolution</b>: a node refuses data that its application cannot follow, and says why;
 *   <li><b>admission</b>: a request that a client was told is too much was never begun: no node
 *       voted for it, and messages of admitted requests are not refused for that reason;
 *   <li><b>recovery</b>: a node starts again on the rest of its disk that a crash left, or says
 *       rightly why it does not;
 *   <li><b>answered</b>: while faults last, too, a node that runs answers every request and every
 *       read a stated time after its deadline at the latest;
 *   <li><b>readiness</b>: a node whose log has failed says that it is not ready and why, and no
 *       other node says so;
 *   <li><b>by-hand</b>: a transaction that an operator ends as its coordinator has chosen is never
 *       said to be mixed, and in the end it is known how the other nodes ended it;
 *   <li><b>backup</b>: a backup that was taken while clients continued, opened on nodes of its own,
 *       has every transaction that was acknowledged before the backup was asked for, and, if
 *       acknowledgements last, every transaction that was acknowledged before a client asked for
 *       another one that is in the backup; of each transaction it has all or nothing, no
 *       transaction in it stays in doubt, and its states break no rule of the application;
 *   <li><b>history</b>: the observations of all clients, together, are as the deployment claims
 *       ({@code tutti.simulator.history});
 *   <li><b>no-leaks</b>: when no client asks for anything, nothing is held, no task waits and no
 *       timer is set. Nodes know no idempotency key that no limit takes, no actor to which nothing
 *       happened, and no vote that a witness remembers.
 * </ul>
 *
 * <p>For nodes that keep nothing, and crash, {@code Forgetting} has the rules that hold in each
 * life of a node: actor-serial, serial on a single node, fresh-reads, at-most-once and
 * definite-abort of the decisions of that life; and agreement as long as the coordinator and the
 * node that voted both run. Under a protocol where others decide without the coordinator, a node
 * that starts anew has forgotten facts that these rely on, such as its memory as a witness: there
 * agreement holds as long as all nodes run that ran at the vote.
 *
 * <p>The promises of each mechanism at every step are checked in {@code tutti.simulator.invariant}.
 *
 * <p>Begin with {@link tutti.simulator.check.EpochOracle}. Nodes tell it their decisions and votes
 * through a {@link tutti.simulator.check.DecisionLog}; {@link tutti.simulator.check.ToldOutcomes}
 * has what stands for ever. {@link tutti.simulator.check.EpochCheck} compares the states at the end
 * of an epoch, {@link tutti.simulator.check.VotedBranches} holds agreement, {@link
 * tutti.simulator.check.Forgetting} judges nodes that keep nothing, and {@link
 * tutti.simulator.check.Recorder} makes the history.
 */
@NullMarked
package tutti.simulator.check;

import org.jspecify.annotations.NullMarked;
