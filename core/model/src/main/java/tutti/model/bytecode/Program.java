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
   * @param types the actor types that have the procedure
   * @param mode whether the procedure reads or writes
   * @param declared the accesses that it declares; null if it declares none
   * @param pure whether its author declares it pure
   */
  public record Body(
      List<String> types, Mode mode, @Nullable List<Declared> declared, boolean pure) {}

  /**
   * A declared access.
   *
   * @param component the position of the component that contains the key or the keys; -1 if none
   *     does
   * @param bound the bound for each actor that a key names, or else for all actors together
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
