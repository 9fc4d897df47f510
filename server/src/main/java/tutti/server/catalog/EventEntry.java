package tutti.server.catalog;

import java.util.List;
import tutti.model.Action;

/**
 * An event that a client may ask for.
 *
 * @param documentation what its author wrote, or empty
 * @param parameters in the order of the action's arguments
 * @param from the states it may happen in; empty for "before the instance exists"
 * @param creates whether it may be an instance's first event
 * @param rules its preconditions and what it syncs with, as text for people
 */
public record EventEntry(
    Action action,
    String documentation,
    List<ParameterEntry> parameters,
    List<String> from,
    boolean creates,
    List<String> rules) {
  public EventEntry {
    parameters = List.copyOf(parameters);
    from = List.copyOf(from);
    rules = List.copyOf(rules);
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
