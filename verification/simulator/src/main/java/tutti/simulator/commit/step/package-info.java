/**
 * The steps of the model: begin with {@link tutti.simulator.commit.step.TransitionRelation}, which
 * has every step that can follow a state.
 *
 * <p>{@link tutti.simulator.commit.step.TransitionCache} works out each step of a node once, {@link
 * tutti.simulator.commit.step.Successors} puts them together for a whole state, and {@link
 * tutti.simulator.commit.step.StateReduction} takes states for one that go on alike. {@code
 * NodeStep} carries the effects of a machine out. A {@link tutti.simulator.commit.step.Transition}
 * says what happened, and {@link tutti.simulator.commit.step.StepFormatter} says it in words.
 */
@NullMarked
package tutti.simulator.commit.step;

import org.jspecify.annotations.NullMarked;
