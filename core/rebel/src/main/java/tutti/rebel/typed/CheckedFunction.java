package tutti.rebel.typed;

import java.util.List;
import tutti.rebel.syntax.Span;
import tutti.rebel.value.Type;

/**
 * A function: an expression over its parameters ({@link Typed.Param}) alone.
 *
 * @param index its place in {@link CheckedApplication#functions()}; a function only calls others
 *     with a lower index
 * @param locals the number of slots that {@link Typed.Local} needs
 */
public record CheckedFunction(
    int index,
    String name,
    List<CheckedParameter> parameters,
    Type returnType,
    Typed body,
    int locals,
    Span span) {
  public CheckedFunction {
    parameters = List.copyOf(parameters);
  }
}
