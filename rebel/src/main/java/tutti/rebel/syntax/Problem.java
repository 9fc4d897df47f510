package tutti.rebel.syntax;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place where a text is not Rebel.
 *
 * @param code stable, in kebab case
 * @param message the mistake, in one sentence
 * @param help the accepted text; empty if the message needs no help
 */
public record Problem(String code, String message, String help, Span span) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(a?)(\\d)}");

  /**
   * The problem of that key, as the table {@code problems.txt} words it: under the key a line with
   * the message, and one with the help if there is any. The key is the code, or the code, a slash
   * and what distinguishes several problems of one code. In both lines {@code {0}} stands for the
   * first argument, {@code {a0}} for the argument with its article.
   *
   * @throws IllegalArgumentException if the table has no such key
   */
  public static Problem of(Span span, String key, Object... arguments) {
    String[] lines = Table.TEXTS.get(key);
    if (lines == null) {
      throw new IllegalArgumentException("problems.txt has no text for " + key);
    }
    return new Problem(
        key.replaceFirst("/.*", ""),
        filled(lines[0], arguments),
        filled(lines[1], arguments),
        span);
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

  /** The table, which is read when the first problem is met. */
  private static final class Table {
    static final Map<String, String[]> TEXTS = read();

    private static Map<String, String[]> read() {
      Map<String, String[]> texts = new HashMap<>();
      try (InputStream in = Problem.class.getResourceAsStream("problems.txt")) {
        String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        for (String entry : all.split("\n(?=\\S)")) {
          String[] lines = entry.split("\n");
          texts.put(
              lines[0], new String[] {lines[1].strip(), lines.length > 2 ? lines[2].strip() : ""});
        }
        return texts;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
