/**
 * The parts of an application, as the engine uses them: actor types, their states, and actions —
 * pure functions of state and arguments with preconditions, effects and partners (PSAC §4.1). Rebel
 * specifications end up as these types; relational actors in Java are in {@code tutti.model.actor}.
 *
 * <p>The package imports nothing but the JDK and JSpecify. All types are immutable unless their
 * documentation says otherwise.
 *
 * <p>Begin with {@link tutti.model.Application}, which has the {@link tutti.model.ActorType}s and
 * {@link tutti.model.Action}s that an engine runs.
 */
@NullMarked
package tutti.model;

import org.jspecify.annotations.NullMarked;
