package tutti.rebel.compile;

import java.util.Optional;
import tutti.rebel.value.Type;

/**
 * A parameter of an event.
 *
 * @param defaultText the default as its author wrote it, for people; empty if there is none and a
 *     request must give the argument
 */
public record ParameterInfo(String name, Type type, Optional<String> defaultText) {}
