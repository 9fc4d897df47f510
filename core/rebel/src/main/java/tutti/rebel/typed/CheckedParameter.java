package tutti.rebel.typed;

import java.util.Optional;
import tutti.rebel.syntax.Span;
import tutti.rebel.value.Type;

/**
 * A parameter of an event or a function.
 *
 * @param defaultValue the value if a call over REST leaves the argument out; reads no state
 */
public record CheckedParameter(String name, Type type, Optional<Typed> defaultValue, Span span) {
  /** The default as its author wrote it, for people; empty if a request must give the argument. */
  public Optional<String> defaultText() {
    return defaultValue.map(value -> value.span().text());
  }
}
