package tutti.server.api;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.text.NameText;
import tutti.server.http.WholeRequest;
import tutti.server.json.BadJson;
import tutti.server.json.JsonInput;

/** Reads the bodies of requests that are one small JSON object. */
final class Bodies {
  /** The greatest length of an operator's name and reason, which logs keep. */
  private static final int MOST_CHARS = 1000;

  private Bodies() {}

  /**
   * @param expected the message's text if the body is no object
   */
  static Map<?, ?> object(WholeRequest request, String expected) throws BadRequest, BadJson {
    Headers.requireJson(request);
    try (JsonInput in = new JsonInput(request.body(), request.length())) {
      in.next();
      Object tree = request.length() == 0 ? null : in.tree();
      in.end();
      if (tree instanceof Map<?, ?> object) {
        return object;
      }
      throw new BadJson("wrong-type", "", expected);
    }
  }

  /** Refuses unknown members. */
  static void requireKnown(Map<?, ?> object, Set<String> members, String expected) throws BadJson {
    for (Object name : object.keySet()) {
      if (!members.contains(name)) {
        String field = Lookup.shorten(String.valueOf(name));
        String pointer = "/" + field.replace("~", "~0").replace("/", "~1");
        throw new BadJson("unknown-field", pointer, "unknown field '" + field + "'; " + expected);
      }
    }
  }

  /** Refuses a body where none is needed; it may be an empty object. */
  static void requireNone(WholeRequest request, String expected) throws BadRequest, BadJson {
    if (request.length() > 0) {
      requireKnown(object(request, expected), Set.of(), expected);
    }
  }

  /**
   * Reads a member that may be left out: a text of an operator, which logs keep. It has at most a
   * thousand characters, and is written as it is.
   */
  static @Nullable String text(Map<?, ?> object, String name) throws BadJson {
    Object value = object.get(name);
    if (value != null && !(value instanceof String)) {
      throw new BadJson("wrong-type", "/" + name, "expected a string");
    }
    String text = (String) value;
    if (text != null && (text.length() > MOST_CHARS || !NameText.isWellFormed(text))) {
      throw new BadJson(
          "bad-value",
          "/" + name,
          "expected at most " + MOST_CHARS + " characters, in which every surrogate has its pair");
    }
    return text;
  }

  /** Reads a member that may be left out: true or false. */
  static boolean flag(Map<?, ?> object, String name) throws BadJson {
    Object value = object.get(name);
    if (value != null && !(value instanceof Boolean)) {
      throw new BadJson("bad-value", "/" + name, "expected true or false");
    }
    return Boolean.TRUE.equals(value);
  }
}
