package tutti.protocol.commit.twophase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What {@code docs/protocols.md} says about two-phase commit, for the tests that hold it to that.
 */
final class ProtocolsPage {
  private static final Path PAGE = Path.of("..", "docs", "protocols.md");
  private static final Pattern TERM = Pattern.compile("(\\d*)(?:([a-z])|\\[([a-z +]+)]|)");

  private ProtocolsPage() {}

  /** A row's formulas: messages, forced writes, other writes. */
  record Cost(String messages, String forced, String unforced) {}

  static Cost cost(String ending) {
    return text()
        .lines()
        .filter(line -> line.startsWith("| " + ending + " |"))
        .map(line -> line.replace("`", "").split(" *\\| *"))
        .map(cells -> new Cost(cells[2], cells[3], cells[4]))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row for " + ending));
  }

  /**
   * The value of a sum such as {@code 3e + 2[a + c] + 1}, in which brackets are 1 if what is in
   * them is more than 0.
   */
  static int value(String formula, Map<String, Integer> numbers) {
    String sum = formula.replaceAll("\\s*\\+\\s*(?![^\\[]*])", ";");
    return Arrays.stream(sum.split(";")).mapToInt(term -> term(term, numbers)).sum();
  }

  private static int term(String text, Map<String, Integer> numbers) {
    Matcher term = TERM.matcher(text.strip());
    if (!term.matches()) {
      throw new AssertionError("no term: " + text);
    }
    int factor = term.group(1).isEmpty() ? 1 : Integer.parseInt(term.group(1));
    if (term.group(2) != null) {
      return factor * numbers.get(term.group(2));
    }
    return term.group(3) == null ? factor : factor * Math.min(1, value(term.group(3), numbers));
  }

  /** The arrows of one of the page's state diagrams, but for those that begin outside. */
  static Stream<TransitionTable.Arrow> arrows(String role) {
    String part = text().split("(?m)^### " + role + "$")[1];
    String diagram = part.substring(part.indexOf("```mermaid"), part.indexOf("\n```\n"));
    Pattern arrow = Pattern.compile(" *(\\S+) --> (\\S+)(?: : (.*))?");
    return diagram
        .lines()
        .map(arrow::matcher)
        .filter(Matcher::matches)
        .filter(match -> !match.group(1).equals("[*]"))
        .flatMap(
            match ->
                events(match.group(3))
                    .map(
                        event -> new TransitionTable.Arrow(match.group(1), event, match.group(2))));
  }

  private static Stream<String> events(String label) {
    return List.of(label.split(", ")).stream();
  }

  private static String text() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
