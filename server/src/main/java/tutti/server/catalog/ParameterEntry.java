package tutti.server.catalog;

import java.util.Optional;
import tutti.rebel.value.Type;

/**
 * A parameter of an event or a procedure.
 *
 * @param defaultValue what holds where a request leaves it out; empty if it must not
 */
public record ParameterEntry(String name, Form form, Optional<Object> defaultValue) {

  /** A parameter of an event that every request must give. */
  public ParameterEntry(String name, Type type) {
    this(name, type, Optional.empty());
  }

  /** A parameter of an event. */
  public ParameterEntry(String name, Type type, Optional<Object> defaultValue) {
    this(name, new Form.Rebel(type), defaultValue);
  }

  /** Whether a request may leave it out. */
  public boolean optional() {
    return defaultValue.isPresent();
  }
}
