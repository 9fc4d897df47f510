package tutti.server.json;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Translates the faults that the parser of JSON found into words for the people who wrote the text.
 */
final class JsonFaults {
  /** The beginning of a message of the parser, and its meaning. */
  private record Meaning(Pattern begins, String words) {}

  private static final List<Meaning> MEANINGS =
      List.of(
          meaning(
              ".*Non-standard token.*",
              "NaN and Infinity are no numbers of JSON; a double may have them as strings:"
                  + " \"NaN\", \"Infinity\", \"-Infinity\""),
          meaning("(?i).*surrogate.*", "half of a surrogate pair has no other half"),
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
   * Returns the words for a person.
   *
   * @param message the parser's message; its remarks about the parser itself are left out
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
