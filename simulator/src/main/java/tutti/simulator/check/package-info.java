/**
 * Checks a run's history. What a client was told and what the log decided are all that is trusted;
 * everything else is computed again from the application.
 *
 * <p>Between two crashes (an <em>epoch</em>) the checker collects every decision in the order of
 * the log, with arrival positions, and every answer. At the epoch's end it looks at all actors of
 * the node, and holds:
 *
 * <ul>
 *   <li><b>prefix</b>: what is there is exactly the effect of some first part of the log, whole
 *       transactions only; without a crash, of all of it;
 *   <li><b>durable</b>: that part has everything that was acknowledged or answered to a read;
 *   <li><b>actor-serial</b>: on each actor, the actions in the order of their arrival are all
 *       accepted, and give the states that are found;
 *   <li><b>serial</b>: if the deployment promises serializability, the transactions one after
 *       another in the order of the log are all accepted, have the partners that they had, and end
 *       in the same states: the log's order is the witness. It respects real time, since a decision
 *       is logged between a request and its answer;
 *   <li><b>fresh-reads</b>: a read's state is that of its version, and has every effect that was
 *       acknowledged, and every version that was read, before it was asked for;
 *   <li><b>at-most-once</b>: one idempotency key has one transaction for ever, and one answer;
 *   <li><b>definite-abort</b>: what a client was told had aborted is nowhere in the log.
 * </ul>
 */
@NullMarked
package tutti.simulator.check;

import org.jspecify.annotations.NullMarked;
