package tutti.server.catalog;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.rebel.value.Type;

/**
 * A parameter of an event.
 *
 * @param defaultValue what holds where a request leaves it out; of a computed default, an example
 * @param computed makes the default anew for each request, because it depends on the time; null for
 *     one that never changes
 */
public record ParameterEntry(
    String name, Type type, Optional<Object> defaultValue, @Nullable Supplier<Object> computed) {

  /** A parameter whose default, if it has one, never changes. */
  public ParameterEntry(String name, Type type, Optional<Object> defaultValue) {
    this(name, type, defaultValue, null);
  }

  /** A parameter that every request must give. */
  public ParameterEntry(String name, Type type) {
    this(name, type, Optional.empty(), null);
  }

  /** Whether a request may leave it out. */
  public boolean optional() {
    return defaultValue.isPresent();
  }

  /**
   * What holds now where a request leaves it out.
   *
   * @throws java.util.NoSuchElementException if it is not {@link #optional}
   */
  public Object standard() {
    return computed == null ? defaultValue.orElseThrow() : computed.get();
  }
}
