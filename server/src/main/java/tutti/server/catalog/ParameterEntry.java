package tutti.server.catalog;

import java.util.Optional;
import tutti.rebel.value.Type;

/**
 * A parameter of an event.
 *
 * @param defaultValue what holds where a request leaves it out
 */
public record ParameterEntry(String name, Type type, Optional<Object> defaultValue) {
  public ParameterEntry(String name, Type type) {
    this(name, type, Optional.empty());
  }
}
