package tutti.server.catalog;

import java.util.List;
import java.util.Optional;
import tutti.model.Action;
import tutti.model.form.BadValue;

/**
 * An event, or a procedure, that a client may ask for.
 *
 * @param documentation what its author wrote, or empty
 * @param parameters in the order of the action's arguments
 * @param from the states it may happen in; empty for "before the instance exists"
 * @param creates whether it may be an instance's first event
 * @param rules its preconditions and what it syncs with, as text for people
 * @param arguments makes the action's arguments of the parameters' values
 * @param result how what it gives is written; empty for an event, whose results say it themselves
 */
public record EventEntry(
    Action action,
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

  /** An event: its arguments are its parameters' values. */
  public EventEntry(
      Action action,
      String documentation,
      List<ParameterEntry> parameters,
      List<String> from,
      boolean creates,
      List<String> rules) {
    this(action, documentation, parameters, from, creates, rules, List::copyOf, Optional.empty());
  }

  /** Makes the arguments of an action. */
  @FunctionalInterface
  public interface Arguments {
    /**
     * @throws BadValue if the values are right one by one, but not together
     */
    List<Object> of(List<Object> values) throws BadValue;
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
