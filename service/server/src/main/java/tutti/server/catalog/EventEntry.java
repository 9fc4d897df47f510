package tutti.server.catalog;

import java.util.List;
import java.util.Optional;
import tutti.model.Action;
import tutti.model.form.BadValue;

/**
 * An event, or a procedure.
 *
 * @param internal whether no client may call it
 * @param documentation the author's documentation, or empty
 * @param parameters in the order of the action's arguments
 * @param from the states in which it may happen; empty for "before the instance exists"
 * @param creates whether it may be an instance's first event
 * @param rules its preconditions and syncs, as text for people
 * @param arguments makes the action's arguments of the parameters' values
 * @param result the form of its result; empty for an event, whose results have their own form
 */
public record EventEntry(
    Action action,
    boolean internal,
    String documentation,
    List<ParameterEntry> parameters,
    List<String> from,
    boolean creates,
    List<String> rules,
    Arguments arguments,
    Optional<Form> result) {
  public EventEntry {
    parameters = List.copyOf(parameters);
    from = List.copyOf(from);
    rules = List.copyOf(rules);
  }

  /** Makes the entry of an event, whose arguments are its parameters' values. */
  public EventEntry(
      Action action,
      boolean internal,
      String documentation,
      List<ParameterEntry> parameters,
      List<String> from,
      boolean creates,
      List<String> rules) {
    this(
        action,
        internal,
        documentation,
        parameters,
        from,
        creates,
        rules,
        List::copyOf,
        Optional.empty());
  }

  /** Makes the arguments of an action of the parameters' values. */
  @FunctionalInterface
  public interface Arguments {
    /**
     * @throws BadValue if the values are right one by one, but not together
     */
    List<Object> of(List<Object> values) throws BadValue;

    /** Whether the application's code runs while arguments are read: constructors of records. */
    default boolean runsCode() {
      return false;
    }
  }

  public String name() {
    return action.name();
  }

  /** The position of the parameter of that name, or -1. */
  public int parameter(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
