/**
 * The compiler from the checked model to the form that the engine runs: {@link
 * tutti.model.ActorType}s and {@link tutti.model.Action}s made of closures.
 *
 * <p>Every expression becomes a {@link tutti.rebel.compile.Code}; names, types and operators are
 * resolved once, when an application is loaded, and constant parts are computed then. The meaning
 * of rules is described for users in {@code docs/rebel.md}; the order in which an event's rules are
 * evaluated is in {@link tutti.rebel.compile.RebelAction}.
 *
 * <p>{@link tutti.rebel.compile.RebelApplication} is the entry point: it is the {@link
 * tutti.model.Application} for the engine, and it gives the server and the command line the
 * documentation, fields and parameters, and reads arguments.
 */
@NullMarked
package tutti.rebel.compile;

import org.jspecify.annotations.NullMarked;
