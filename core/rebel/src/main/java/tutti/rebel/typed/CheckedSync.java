package tutti.rebel.typed;

import java.util.List;
import tutti.rebel.syntax.Span;

/**
 * An event on another instance that must happen too, or that must be refused if the sync is {@code
 * negated}.
 *
 * @param specification index in {@link CheckedApplication#specifications()}
 * @param key the key of the instance
 * @param event the index in that specification's events
 * @param arguments one for each parameter of the event, defaults filled in
 * @param documentation its {@code @doc} text, or empty
 */
public record CheckedSync(
    boolean negated,
    int specification,
    Typed key,
    int event,
    List<Typed> arguments,
    String documentation,
    Span span) {
  public CheckedSync {
    arguments = List.copyOf(arguments);
  }
}
