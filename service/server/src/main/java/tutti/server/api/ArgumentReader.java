package tutti.server.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tutti.model.form.BadValue;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.NameHint;
import tutti.server.catalog.ParameterEntry;
import tutti.server.json.BadJson;
import tutti.server.json.JsonInput;
import tutti.server.openapi.Examples;

/** Reads the arguments of an event: an object with a member for each parameter. */
final class ArgumentReader {
  private ArgumentReader() {}

  /**
   * Reads the object that the current token begins. If faults were noted, the list is not complete,
   * and reading the body ends with them.
   */
  static List<Object> read(JsonInput in, EventEntry event) throws BadJson {
    if (in.current() != JsonToken.START_OBJECT) {
      in.fault("wrong-type", "expected " + expected(event) + ", found " + in.kind());
      in.skip();
      return List.of();
    }
    String place = in.pointer();
    @Nullable Object[] values = new @Nullable Object[event.parameters().size()];
    boolean[] seen = new boolean[values.length];
    while (in.next() == JsonToken.PROPERTY_NAME) {
      String name = in.name();
      int index = event.parameter(name);
      in.next();
      if (index < 0) {
        in.fault("unknown-field", unknown(name, event));
        in.skip();
      } else if (seen[index]) {
        in.fault("duplicate-field", "the field '" + name + "' stands twice");
        in.skip();
      } else {
        seen[index] = true;
        values[index] = value(in, event.parameters().get(index));
      }
    }
    return complete(in, place, event, values, seen);
  }

  /** The arguments of an event for which the client sent no body. */
  static List<Object> none(EventEntry event) throws BadJson {
    List<ParameterEntry> parameters = event.parameters();
    List<Object> values = new ArrayList<>(parameters.size());
    for (ParameterEntry parameter : parameters) {
      if (parameter.defaultValue().isEmpty()) {
        throw new BadJson(
            "missing-body",
            "",
            "the body is empty; expected " + expected(event) + ", such as " + sample(event));
      }
      values.add(parameter.defaultValue().get());
    }
    try {
      return event.arguments().of(values);
    } catch (BadValue e) {
      throw new BadJson("bad-value", "", "expected " + e.expected() + ", found " + e.found());
    }
  }

  /**
   * The arguments of an event in a transaction that has no member for them. If a fault was noted,
   * the list is not complete.
   *
   * @param place where the member would stand
   */
  static List<Object> absent(JsonInput in, String place, EventEntry event) throws BadJson {
    if (event.parameters().stream().anyMatch(each -> each.defaultValue().isEmpty())) {
      in.fault(
          "missing-field",
          place,
          "the field 'arguments' is missing; expected "
              + expected(event)
              + ", such as "
              + sample(event));
      return List.of();
    }
    return complete(
        in,
        place,
        event,
        new @Nullable Object[event.parameters().size()],
        new boolean[event.parameters().size()]);
  }

  private static @Nullable Object value(JsonInput in, ParameterEntry parameter) throws BadJson {
    String place = in.pointer();
    int before = in.faultCount();
    Object tree = in.tree();
    if (in.faultCount() > before) {
      return null;
    }
    try {
      return parameter.form().read(tree);
    } catch (BadValue e) {
      in.fault("bad-value", place + e.path(), "expected " + e.expected() + ", found " + e.found());
      return null;
    }
  }

  private static List<Object> complete(
      JsonInput in, String place, EventEntry event, @Nullable Object[] values, boolean[] seen)
      throws BadJson {
    for (int i = 0; i < values.length; i++) {
      if (!seen[i]) {
        ParameterEntry parameter = event.parameters().get(i);
        if (parameter.defaultValue().isPresent()) {
          values[i] = parameter.defaultValue().get();
        } else {
          in.fault(
              "missing-field",
              place + "/" + parameter.name(),
              "the field '"
                  + parameter.name()
                  + "' is missing; expected "
                  + parameter.form().expected());
        }
      }
    }
    return in.faultCount() > 0 ? List.of() : arguments(in, place, event, values);
  }

  private static List<Object> arguments(
      JsonInput in, String place, EventEntry event, @Nullable Object[] values) throws BadJson {
    try {
      return event.arguments().of(noNulls(values));
    } catch (BadValue e) {
      in.fault("bad-value", place, "expected " + e.expected() + ", found " + e.found());
      return List.of();
    }
  }

  @SuppressWarnings("NullAway") // every element was read, or there is a fault
  private static List<Object> noNulls(@Nullable Object[] values) {
    return Arrays.asList(values);
  }

  private static String unknown(String name, EventEntry event) {
    List<String> names = event.parameters().stream().map(ParameterEntry::name).toList();
    return names.isEmpty()
        ? "'" + event.name() + "' has no parameters"
        : "'" + event.name() + "' has no parameter '" + name + "'; " + NameHint.of(name, names);
  }

  private static String expected(EventEntry event) {
    return event.parameters().isEmpty()
        ? "an empty object, or no body"
        : "an object with the parameters of '" + event.name() + "'";
  }

  private static String sample(EventEntry event) {
    return Examples.arguments(event);
  }
}
