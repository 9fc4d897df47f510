package tutti.rebel.typed;

import java.util.List;
import tutti.rebel.syntax.Span;

/**
 * A whole application without errors. {@code abstract} specifications are not part of it: their
 * declarations are in the specifications that extend them.
 *
 * @param specifications in the order of their names; indexes into this list name specifications
 * @param functions all functions that are called; indexes into this list name functions
 * @param callers the places where something of the caller is read
 */
public record CheckedApplication(
    List<CheckedSpecification> specifications,
    List<CheckedFunction> functions,
    List<Span> callers) {
  public CheckedApplication {
    specifications = List.copyOf(specifications);
    functions = List.copyOf(functions);
    callers = List.copyOf(callers);
  }
}
