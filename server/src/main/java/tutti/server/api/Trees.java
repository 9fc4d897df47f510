package tutti.server.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes JSON objects of names and values in turn. */
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

  /** The schema of an object with all of these members. */
  static Map<String, Object> all(Map<String, Object> members) {
    return object(
        "type", "object", "required", List.copyOf(members.keySet()), "properties", members);
  }

  /** The schema of an array. */
  static Map<String, Object> array(Map<String, Object> items) {
    return object("type", "array", "items", items);
  }

  /** {@code {"$ref": "#/components/…"}}. */
  static Map<String, Object> ref(String kind, String name) {
    return object("$ref", "#/components/" + kind + "/" + name);
  }
}
