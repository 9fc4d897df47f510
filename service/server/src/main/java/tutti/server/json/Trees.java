package tutti.server.json;

import java.util.LinkedHashMap;
import java.util.Map;

/** Makes JSON objects of names and values in turn. */
public final class Trees {
  private Trees() {}

  /** An object with these members, in this order. */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return tree;
  }
}
