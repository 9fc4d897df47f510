package tutti.rebel.typed;

import java.util.List;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification.Visibility;

/**
 * An event of a specification, bound and configured.
 *
 * @param index its place in {@link CheckedSpecification#events()}
 * @param visibility the word before it in the specification, or before the one that it inherits
 * @param documentation its {@code @doc} text, or empty
 * @param configuration values of the configuration parameters; {@link Typed.Config} refers to them
 * @param transitions at most one per {@code from}
 * @param preconditions in the order of the text; all must hold before
 * @param effects the new values, at most one per field, each after those that it reads as {@link
 *     Typed.NewField}. A field without an effect keeps its value
 * @param checks postconditions that determine no field: all must hold after
 * @param sync the events that must happen too, in the order of the text
 * @param calls procedures of actors in Java that must succeed too, in the order of the text
 * @param locals the number of slots that {@link Typed.Local} needs
 * @param span of the event's name in its definition
 */
public record CheckedEvent(
    int index,
    String name,
    Visibility visibility,
    String documentation,
    List<CheckedParameter> parameters,
    List<CheckedConfig> configuration,
    List<Transition> transitions,
    List<CheckedCondition> preconditions,
    List<Effect> effects,
    List<CheckedCondition> checks,
    List<CheckedSync> sync,
    List<CheckedCall> calls,
    int locals,
    Span span) {
  public CheckedEvent {
    parameters = List.copyOf(parameters);
    configuration = List.copyOf(configuration);
    transitions = List.copyOf(transitions);
    preconditions = List.copyOf(preconditions);
    effects = List.copyOf(effects);
    checks = List.copyOf(checks);
    sync = List.copyOf(sync);
    calls = List.copyOf(calls);
  }

  /**
   * A transition from one stage to another, as indexes of {@link CheckedSpecification#stages()}.
   */
  public record Transition(int from, int to) {}

  /** An effect, {@code new this.field == value}. */
  public record Effect(int field, Typed value, Span span) {}
}
