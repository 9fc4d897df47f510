/**
 * From the checked model to what the engine runs: {@link tutti.model.ActorType}s and {@link
 * tutti.model.Action}s made of closures.
 *
 * <p>Every expression becomes a {@link tutti.rebel.compile.Code}; names, types and operators are
 * resolved once, when an application is loaded, and constant parts are computed then. What a rule
 * means is written for users in {@code docs/rebel.md}; the order in which an event's rules are
 * looked at is in {@link tutti.rebel.compile.RebelAction}.
 *
 * <p>{@link tutti.rebel.compile.RebelApplication} is the door: it is the {@link
 * tutti.model.Application} for the engine, and for the server and the command line it tells what
 * there is (documentation, fields, parameters) and reads arguments.
 */
@NullMarked
package tutti.rebel.compile;

import org.jspecify.annotations.NullMarked;
