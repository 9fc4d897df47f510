package tutti.model.text;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writer of JSON: trees of texts, numbers, truth values, lists and maps become text, with the
 * members of maps in the order of their iteration.
 */
public final class JsonText {
  private JsonText() {}

  /** The text of a tree, in UTF-8. */
  public static byte[] bytes(@Nullable Object tree) {
    return of(tree).getBytes(StandardCharsets.UTF_8);
  }

  /** The text of a tree. */
  public static String of(@Nullable Object tree) {
    StringBuilder out = new StringBuilder(256);
    put(out, tree);
    return out.toString();
  }

  /** Appends the text of a tree. */
  public static void put(StringBuilder out, @Nullable Object tree) {
    switch (tree) {
      case String text -> quote(out, text);
      case Double number when !Double.isFinite(number) -> quote(out, number.toString());
      case null -> out.append("null");
      case Number number -> out.append(number);
      case Boolean truth -> out.append(truth);
      case List<?> list -> {
        out.append('[');
        String separator = "";
        for (Object element : list) {
          out.append(separator);
          put(out, element);
          separator = ",";
        }
        out.append(']');
      }
      case Map<?, ?> map -> {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.append(separator);
          quote(out, String.valueOf(entry.getKey()));
          out.append(':');
          put(out, entry.getValue());
          separator = ",";
        }
        out.append('}');
      }
      default -> throw new IllegalArgumentException("not a JSON tree: " + tree.getClass());
    }
  }

  /** Appends a text in quotes. */
  public static void quote(StringBuilder out, String text) {
    out.append('"');
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        out.append(text, plain, i);
        escape(out, c);
        plain = i + 1;
      }
    }
    out.append(text, plain, text.length()).append('"');
  }

  private static void escape(StringBuilder out, char c) {
    switch (c) {
      case '"', '\\' -> out.append('\\').append(c);
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      // Half of a surrogate pair has no UTF-8, so it is written as an escape.
      default -> out.append("\\u").append(java.util.HexFormat.of().withUpperCase().toHexDigits(c));
    }
  }
}
