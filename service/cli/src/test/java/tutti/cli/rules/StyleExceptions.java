package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file {@code style-exceptions.txt}: what is over a limit of the rules, with its number, which
 * may fall and never rise. An exception that is not needed any more goes.
 */
final class StyleExceptions {
  private StyleExceptions() {}

  /** Fails for what is over the limit without an exception, or over its exception. */
  static void staysBelow(String rule, int limit, SortedMap<String, Integer> numbers)
      throws IOException {
    SortedMap<String, Integer> exceptions = exceptions(rule);
    SortedMap<String, Integer> over = new TreeMap<>();
    numbers.forEach(
        (name, number) -> {
          if (number > exceptions.getOrDefault(name, limit)) {
            over.put(rule + " " + name, number);
          }
        });
    assertThat(over).as("more than %s", limit).isEmpty();
    exceptions.keySet().removeIf(name -> numbers.getOrDefault(name, 0) > limit);
    assertThat(exceptions.keySet()).as("exceptions that are not needed any more").isEmpty();
  }

  /** The exceptions from a rule: a line has the rule, the name, the number, and a reason. */
  private static SortedMap<String, Integer> exceptions(String rule) throws IOException {
    SortedMap<String, Integer> exceptions = new TreeMap<>();
    Path file =
        Repository.root()
            .resolve("service/cli/src/test/resources/tutti/cli/rules/style-exceptions.txt");
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      if (words[0].equals(rule)) {
        exceptions.put(words[1], Integer.parseInt(words[2]));
      }
    }
    return exceptions;
  }
}
