package tutti.rebel.check;

import java.util.List;

/**
 * A whole application without errors. {@code abstract} specifications are not in it: what they
 * declare is in those that extend them.
 *
 * @param specifications in the order of their names; an index into this list names one
 * @param functions all functions that something calls; an index into this list names one
 */
public record CheckedApplication(
    List<CheckedSpecification> specifications, List<CheckedFunction> functions) {
  public CheckedApplication {
    specifications = List.copyOf(specifications);
    functions = List.copyOf(functions);
  }
}
