package tutti.rebel.syntax;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place where a text is not Rebel.
 *
 * @param code stable, in kebab case
 * @param message the mistake, in one sentence
 * @param help the accepted text; empty if the message needs no help
 * @param fix the change that the help describes, if a program can make it
 */
public record Problem(String code, String message, String help, Span span, Optional<Fix> fix) {
  private static final String RIGHT = "  >";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(a?)(\\d)}");

  /**
   * The problem of that key, as the table {@code problems.txt} words it: under the key a line with
   * the message, one with the help if there is any, and behind {@code >} the text that would be
   * right in the place of the span. The key is the code, or the code, a slash and what
   * distinguishes several problems of one code. In all lines {@code {0}} stands for the first
   * argument, {@code {a0}} for the argument with its article.
   *
   * @throws IllegalArgumentException if the table has no such key
   */
  public static Problem of(Span span, String key, Object... arguments) {
    Texts texts = Table.TEXTS.get(key);
    if (texts == null) {
      throw new IllegalArgumentException("problems.txt has no text for " + key);
    }
    return new Problem(
        key.replaceFirst("/.*", ""),
        filled(texts.message(), arguments),
        filled(texts.help(), arguments),
        span,
        texts.right().map(right -> new Fix(span, filled(right, arguments))));
  }

  private static String filled(String template, Object[] arguments) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(
            place -> {
              Object argument = arguments[Integer.parseInt(place.group(2))];
              return Matcher.quoteReplacement(
                  place.group(1).isEmpty() ? String.valueOf(argument) : withArticle(argument));
            });
  }

  /** The text of a type with its article: {@code a Money}, {@code an Integer}. */
  public static String withArticle(Object type) {
    return ("AEIO".indexOf(type.toString().charAt(0)) >= 0 ? "an " : "a ") + type;
  }

  /** The texts of one key. */
  private record Texts(String message, String help, Optional<String> right) {
    static Texts of(List<String> lines) {
      Optional<String> right =
          lines.stream()
              .filter(line -> line.startsWith(RIGHT))
              .map(line -> line.substring(RIGHT.length()).strip())
              .findFirst();
      List<String> sentences = lines.stream().filter(line -> !line.startsWith(RIGHT)).toList();
      return new Texts(
          sentences.getFirst().strip(),
          sentences.size() > 1 ? sentences.get(1).strip() : "",
          right);
    }
  }

  /** The table, which is read when the first problem is met. */
  private static final class Table {
    static final Map<String, Texts> TEXTS = read();

    private static Map<String, Texts> read() {
      Map<String, Texts> texts = new HashMap<>();
      try (InputStream in = Problem.class.getResourceAsStream("problems.txt")) {
        String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        for (String entry : all.split("\n(?=\\S)")) {
          List<String> lines = entry.lines().toList();
          texts.put(lines.getFirst(), Texts.of(lines.subList(1, lines.size())));
        }
        return texts;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
