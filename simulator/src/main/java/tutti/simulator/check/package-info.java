/**
 * Checks a run's history. What clients were told and what the logs decided are all that is trusted;
 * everything else is computed again from the application.
 *
 * <p>In an <em>epoch</em> the checker collects every decision, with its log position and the
 * arrival positions of its actions, every vote of another node and what that node was told became
 * of it, and every answer. On a single node an epoch ends with each crash; on several, whose
 * crashes overlap, once all faults are over and nothing is in doubt. Then the checker looks at all
 * actors, and holds:
 *
 * <p>An application may go on to another version in a run, once all nodes were down. What was
 * decided before is computed with the former one, then converted, once; what is decided later, with
 * the next.
 *
 * <ul>
 *   <li><b>prefix</b>: what stands of each incarnation's log is a first part of it, whole
 *       transactions only; without a crash, all of it;
 *   <li><b>durable</b>: that part has everything that was acknowledged or answered to a read;
 *   <li><b>agreement</b>: a node that voted hears of a commit only if it was decided and stands,
 *       and of an abort only if not; this is looked at whenever a node hears something, and again
 *       at the end;
 *   <li><b>resolved</b>: a stated time after the last fault, no vote is in doubt, no transaction
 *       runs or is in doubt, and every actor can be read;
 *   <li><b>actor-serial</b>: on each actor, the actions of the decisions that stand, in the order
 *       of their arrival, are all accepted, and give the states and versions that are found: so on
 *       every node exactly the parts of those decisions happened;
 *   <li><b>serial</b>: if the deployment promises serializability, the transactions one after
 *       another are all accepted, have the partners that they had, and end in the same states. The
 *       order that bears witness is that in which they were decided, or, of a transaction that let
 *       go of what it had only read on another node before, in which it did that: at that moment it
 *       held all that it touched. It respects real time, since it lies between a request and its
 *       answer;
 *   <li><b>fresh-reads</b>: a read's state is that of its version, and has every effect that was
 *       acknowledged, and every version that was read, before it was asked for, at whichever node;
 *   <li><b>observed</b>: what transactions say that they saw of actors or of single rows has been
 *       there, their own writes included; in what order is judged by the history;
 *   <li><b>refused-rightly</b>: no request is refused for a reason that its own code rules out;
 *   <li><b>at-most-once</b>: one idempotency key has one transaction for ever, and one answer, at
 *       whichever node; one transaction is decided once;
 *   <li><b>definite-abort</b>: what a client was told had aborted stands in no log;
 *   <li><b>evolution</b>: a node refuses data that its application cannot follow, and says why;
 *   <li><b>admission</b>: what a client was told is too much was never begun: no node voted for it,
 *       and messages of what was admitted are not refused for that reason;
 *   <li><b>recovery</b>: a node starts again on what a crash left of its disk, or says rightly why
 *       it does not;
 *   <li><b>answered</b>: while faults last, too, a node that runs answers every request and every
 *       read a stated time after its deadline at the latest;
 *   <li><b>readiness</b>: a node whose log has failed says that it is not ready and why, and no
 *       other node says so;
 *   <li><b>by-hand</b>: what an operator ends as its coordinator has chosen is never said to be
 *       mixed, and in the end it is known how the others ended it;
 *   <li><b>history</b>: what all clients saw, together, is as the deployment claims ({@code
 *       tutti.simulator.history});
 *   <li><b>no-leaks</b>: when nobody asks for anything, nothing is held, waits or is set; no
 *       idempotency key is known that no limit takes, no actor to which nothing happened, and no
 *       vote that a witness remembers.
 * </ul>
 *
 * <p>Of nodes that keep nothing, and crash, {@code Forgetting} has what holds in each life of a
 * node: actor-serial, serial on a single node, fresh-reads, at-most-once and definite-abort of what
 * that life decided; and agreement as long as the coordinator and who voted both run. Under a
 * protocol where others decide without the coordinator, who starts anew has forgotten what these
 * rely on, be it that it was a witness: there, as long as all nodes run that ran at the vote.
 *
 * <p>What each mechanism promises at every step is looked at in {@code tutti.simulator.invariant}.
 */
@NullMarked
package tutti.simulator.check;

import org.jspecify.annotations.NullMarked;
