package tutti.model.bytecode;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;

/**
 * An application as its bytecode is read.
 *
 * @param actors the class of each actor type
 * @param procedures by their records
 */
public record Program(Map<String, Class<?>> actors, Map<Class<?>, Body> procedures) {

  /**
   * A procedure.
   *
   * @param types the actor types that have it
   * @param declared the accesses that it declares; null if it declares none
   * @param pure whether its author says that it is
   */
  public record Body(
      List<String> types, Mode mode, @Nullable List<Declared> declared, boolean pure) {}

  /**
   * A declared access.
   *
   * @param component the position of the component that has the key or the keys; -1 if none has
   * @param bound of each actor that a key tells, or else of all
   */
  public record Declared(String type, int component, Mode mode, Bound bound) {}

  /** The name of an actor class's type; null if several types, or none, have it. */
  @Nullable String typeOf(Class<?> actor) {
    String found = null;
    for (Map.Entry<String, Class<?>> each : actors.entrySet()) {
      if (each.getValue() == actor) {
        if (found != null) {
          return null;
        }
        found = each.getKey();
      }
    }
    return found;
  }
}
