package tutti.rebel.typed;

import java.util.List;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification.Modifier;

/**
 * A specification with all its inherited parts.
 *
 * @param index its place in {@link CheckedApplication#specifications()}
 * @param name unique in the application
 * @param documentation its {@code @doc} text, or empty
 * @param fields all fields, the key among them, inherited ones first
 * @param key index of the {@code @key} field; -1 for a singleton, whose only instance has the
 *     specification's name as its key
 * @param events the events, in the order in which they are listed
 * @param invariants hold in every state except the initial one
 * @param stages the states of the life cycle; 0 is the initial one, in which no instance exists
 * @param finals bit i is set if the life cycle may end in stage i
 * @param span of the name
 */
public record CheckedSpecification(
    int index,
    String name,
    String documentation,
    Modifier modifier,
    List<CheckedField> fields,
    int key,
    List<CheckedEvent> events,
    List<CheckedInvariant> invariants,
    List<String> stages,
    long finals,
    Span span) {
  public CheckedSpecification {
    fields = List.copyOf(fields);
    events = List.copyOf(events);
    invariants = List.copyOf(invariants);
    stages = List.copyOf(stages);
  }
}
