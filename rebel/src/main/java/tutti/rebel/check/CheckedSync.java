package tutti.rebel.check;

import java.util.List;
import tutti.rebel.syntax.Span;

/**
 * An event on another instance that must happen too, or with {@code negated} must be refused.
 *
 * @param specification index in {@link CheckedApplication#specifications()}
 * @param key which instance
 * @param event index in that specification's events
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
