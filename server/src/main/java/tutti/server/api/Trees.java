package tutti.server.api;

import java.util.LinkedHashMap;
import java.util.Map;

/** Writes JSON objects down as they read: names and values in turn. */
final class Trees {
  private Trees() {}

  /** An object with these members, in this order. */
  static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return tree;
  }

  /** {@code {"$ref": "#/components/…"}}. */
  static Map<String, Object> ref(String kind, String name) {
    return object("$ref", "#/components/" + kind + "/" + name);
  }
}
