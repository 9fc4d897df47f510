package tutti.rebel.typed;

import java.util.Optional;
import tutti.rebel.syntax.Span;

/**
 * A parameter of an event or a function.
 *
 * @param defaultValue the value if a call over REST leaves the argument out; reads no state
 */
public record CheckedParameter(String name, Type type, Optional<Typed> defaultValue, Span span) {}
