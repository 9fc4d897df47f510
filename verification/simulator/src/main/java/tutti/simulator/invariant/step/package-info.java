/**
 * The steps that invariants judge, and the knowledge that has been gathered about a node until
 * then.
 *
 * <p>Begin with {@link tutti.simulator.invariant.step.NodeLife}, the knowledge about one
 * incarnation of a node. An {@link tutti.simulator.invariant.step.ActorStep} is a call of a
 * concurrency control, on top of an {@link tutti.simulator.invariant.step.ActorStory}; a {@link
 * tutti.simulator.invariant.step.LogStep} an operation of the disk, on top of a {@link
 * tutti.simulator.invariant.step.LogStory}; a {@link tutti.simulator.invariant.step.CommitMoment}
 * an event of an attempt, on top of an {@link tutti.simulator.invariant.step.AttemptRecord}.
 */
@NullMarked
package tutti.simulator.invariant.step;

import org.jspecify.annotations.NullMarked;
