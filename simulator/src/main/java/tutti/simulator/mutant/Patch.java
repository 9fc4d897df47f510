package tutti.simulator.mutant;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The replacement of a text that is in a source file exactly once; its line breaks do not matter.
 */
final class Patch {
  private Patch() {}

  /**
   * @throws IllegalArgumentException if the text is not there, or more than once
   */
  static String apply(String source, Mutant.Edit edit) {
    Matcher matcher = pattern(edit.find()).matcher(source);
    if (!matcher.find()) {
      throw new IllegalArgumentException("this is not in the source any more: " + edit.find());
    }
    int start = matcher.start();
    int end = matcher.end();
    if (matcher.find()) {
      throw new IllegalArgumentException("this is in the source more than once: " + edit.find());
    }
    return source.substring(0, start) + edit.put() + source.substring(end);
  }

  private static Pattern pattern(String find) {
    return Pattern.compile(
        Stream.of(find.strip().split("\\s+"))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+")));
  }
}
