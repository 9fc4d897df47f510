package tutti.server.api;

import java.util.Map;
import java.util.Set;
import tutti.server.http.Request;
import tutti.server.json.BadJson;
import tutti.server.json.JsonInput;

/** Reads the bodies of requests that are one small JSON object. */
final class Bodies {
  private Bodies() {}

  /**
   * @param expected the message's text if the body is no object
   */
  static Map<?, ?> object(Request request, String expected) throws BadRequest, BadJson {
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
        throw new BadJson("unknown-field", "/" + name, "unknown field '" + name + "'; " + expected);
      }
    }
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
