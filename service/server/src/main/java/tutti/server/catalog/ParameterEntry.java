package tutti.server.catalog;

import java.util.Optional;
import tutti.rebel.value.Type;

/**
 * A parameter of an event or a procedure.
 *
 * @param defaultValue the value if a request leaves the parameter out; empty if the request must
 *     give one
 */
public record ParameterEntry(String name, Form form, Optional<Object> defaultValue) {

  /** Makes a parameter of an event that every request must give. */
  public ParameterEntry(String name, Type type) {
    this(name, type, Optional.empty());
  }

  /** Makes a parameter of an event. */
  public ParameterEntry(String name, Type type, Optional<Object> defaultValue) {
    this(name, new Form.Rebel(type), defaultValue);
  }

  /** Whether a request may leave the parameter out. */
  public boolean optional() {
    return defaultValue.isPresent();
  }
}
