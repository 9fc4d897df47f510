/**
 * What an application is made of, as the engine sees it: actor types, their states, and actions —
 * pure functions of state and arguments with preconditions, effects and partners (PSAC §4.1). Rebel
 * specifications end up as these types; relational actors in Java are in {@code tutti.model.actor}.
 *
 * <p>Imports nothing but the JDK and JSpecify. Everything here is immutable unless it says
 * otherwise.
 */
@NullMarked
package tutti.model;

import org.jspecify.annotations.NullMarked;
