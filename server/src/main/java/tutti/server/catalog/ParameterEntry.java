package tutti.server.catalog;

import java.util.Optional;
import tutti.rebel.value.Type;

/**
 * A parameter of an event.
 *
 * @param defaultValue what holds where a request leaves it out; empty if it must not
 */
public record ParameterEntry(String name, Type type, Optional<Object> defaultValue) {

  /** A parameter that every request must give. */
  public ParameterEntry(String name, Type type) {
    this(name, type, Optional.empty());
  }

  /** Whether a request may leave it out. */
  public boolean optional() {
    return defaultValue.isPresent();
  }
}
