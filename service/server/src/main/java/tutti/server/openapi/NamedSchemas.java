package tutti.server.openapi;

import static tutti.server.json.Trees.object;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The named schemas of a document. A generator makes a class of each, in its language's spelling
 * and perhaps in a file of its own: so no two names differ by signs or case alone, and none is that
 * of a type which a language has already.
 */
final class NamedSchemas {
  /** Names of types of Java, TypeScript and Python, and of what generators put beside their own. */
  private static final Set<String> TAKEN =
      Set.of(
          """
          any apiclient apierror apiexception apiresponse array arraylist bigdecimal biginteger boolean bool byte bytes
          char character charsequence class client comparable configuration currency date datetime decimal dict double
          enum error exception file float function hashmap instant int integer iterable json list literal localdate
          localdatetime localtime long map money month never none null number object offsetdatetime optional pair
          period process promise record request response runnable runtime set short str string symbol system thread
          time timedelta tuple type undefined union unknown unset uri url uuid void year\
          """
              .split("\\s+"));

  private final Map<String, Object> schemas = new LinkedHashMap<>();
  private final Set<String> taken = new HashSet<>(TAKEN);

  /** The schemas by their names. */
  Map<String, Object> schemas() {
    return schemas;
  }

  /** Takes schemas over, whose names are known to be good. */
  void putAll(Map<String, Object> fixed) {
    fixed.keySet().forEach(name -> taken.add(spelling(name)));
    schemas.putAll(fixed);
  }

  /**
   * Adds a schema.
   *
   * @param suffix the end of the name if another schema has the wanted name
   * @return a reference to it
   */
  Map<String, Object> add(String wanted, String suffix, Map<String, Object> schema) {
    String name = free(wanted, suffix);
    schemas.put(name, schema);
    return object("$ref", "#/components/schemas/" + name);
  }

  private String free(String wanted, String suffix) {
    String name = taken.contains(spelling(wanted)) ? wanted + suffix : wanted;
    String free = name;
    for (int i = 2; !taken.add(spelling(free)); i++) {
      free = name + i;
    }
    return free;
  }

  private static String spelling(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
  }
}
