package tutti.protocol.commit;

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

/** The content of {@code docs/protocols.md}, for the tests that hold it to the code. */
public final class ProtocolsPage {
  private static final Path PAGE = Path.of("..", "..", "docs", "protocols.md");
  private static final Pattern TERM = Pattern.compile("(\\d*)(?:([a-z])(²?)|\\[([a-z +]+)]|)");

  private final String name;
  private final String section;

  /** One protocol's section. */
  public ProtocolsPage(String protocol) {
    String[] parts = text().split("(?m)^## " + protocol + "$");
    if (parts.length != 2) {
      throw new AssertionError("no section, or several: " + protocol);
    }
    this.name = protocol;
    this.section = parts[1].split("(?m)^## ")[0];
  }

  public String name() {
    return name;
  }

  /** A row's formulas: messages, forced writes, other writes. */
  public record Cost(String messages, String forced, String unforced) {}

  public Cost cost(String ending) {
    return section
        .lines()
        .filter(line -> line.startsWith("| " + ending + " |"))
        .map(line -> line.replace("`", "").split(" *\\| *"))
        .map(cells -> new Cost(cells[2], cells[3], cells[4]))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row for " + ending));
  }

  /**
   * The value of a sum such as {@code 3e + a² + 2[a + c] + 1}, in which brackets are 1 if what is
   * in them is more than 0.
   */
  public static int value(String formula, Map<String, Integer> numbers) {
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
      int number = numbers.get(term.group(2));
      return factor * (term.group(3).isEmpty() ? number : number * number);
    }
    return term.group(4) == null ? factor : factor * Math.min(1, value(term.group(4), numbers));
  }

  /** The arrows of one of the page's state diagrams, but for those that begin outside. */
  public Stream<Arrow> arrows(String role) {
    String part = section.split("(?m)^### " + role + "$")[1];
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
                    .map(event -> new Arrow(match.group(1), event, match.group(2))));
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
