package tutti.rebel.typed;

import java.util.List;
import tutti.model.schema.ProcedureSchema;
import tutti.rebel.syntax.Span;

/**
 * A call of a procedure of an actor in Java that must succeed together with the event.
 *
 * @param actor the name of the actor type
 * @param key the actor's key
 * @param arguments one for each parameter of the procedure
 * @param documentation its {@code @doc} text, or empty
 */
public record CheckedCall(
    String actor,
    ProcedureSchema procedure,
    Typed key,
    List<Typed> arguments,
    String documentation,
    Span span) {
  public CheckedCall {
    arguments = List.copyOf(arguments);
  }
}
