package tutti.server.json;

import java.util.List;
import java.util.regex.Pattern;

/** Says what the parser of JSON found wrong, in words for the people who wrote it. */
final class JsonFaults {
  /** A message of the parser as it begins, and what it means. */
  private record Meaning(Pattern begins, String words) {}

  private static final List<Meaning> MEANINGS =
      List.of(
          meaning(".*expected close marker for Object.*", "the object is not closed"),
          meaning(".*expected close marker for Array.*", "the array is not closed"),
          meaning(".*was expecting closing quote for a string.*", "the string is not closed"),
          meaning(".*in (?:a )?String value.*|.*in VALUE_STRING.*", "the string is not closed"),
          meaning(
              ".*in PROPERTY_NAME.*|.*in (?:field|property) name.*",
              "the name of a field is not closed"),
          meaning("Unexpected end-of-input.*|No content.*", "the text ends too early"));

  private static final Pattern SOURCE =
      Pattern.compile(
          " ?\\((?:start marker )?at \\[Source: .*| ?\\[Source: .*|; line: .*", Pattern.DOTALL);

  private JsonFaults() {}

  private static Meaning meaning(String begins, String words) {
    return new Meaning(Pattern.compile(begins, Pattern.DOTALL), words);
  }

  /**
   * Words for a person.
   *
   * @param message of the parser; what it tells of itself is left out
   */
  static String inWords(String message) {
    for (Meaning each : MEANINGS) {
      if (each.begins.matcher(message).matches()) {
        return each.words;
      }
    }
    return SOURCE.matcher(message).replaceAll("").strip();
  }
}
