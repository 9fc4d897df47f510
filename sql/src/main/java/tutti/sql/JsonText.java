package tutti.sql;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes trees of {@code tutti.model.form} as JSON text. */
final class JsonText {
  private JsonText() {}

  static String of(@Nullable Object tree) {
    StringBuilder out = new StringBuilder();
    put(tree, out);
    return out.toString();
  }

  private static void put(@Nullable Object tree, StringBuilder out) {
    switch (tree) {
      case null -> out.append("null");
      case String text -> quote(text, out);
      case List<?> list -> {
        out.append('[');
        for (Iterator<?> each = list.iterator(); each.hasNext(); ) {
          put(each.next(), out);
          out.append(each.hasNext() ? "," : "");
        }
        out.append(']');
      }
      case Map<?, ?> map -> {
        out.append('{');
        for (Iterator<? extends Map.Entry<?, ?>> each = map.entrySet().iterator();
            each.hasNext(); ) {
          Map.Entry<?, ?> entry = each.next();
          quote(String.valueOf(entry.getKey()), out);
          out.append(':');
          put(entry.getValue(), out);
          out.append(each.hasNext() ? "," : "");
        }
        out.append('}');
      }
      default -> out.append(tree);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        // Half of a surrogate pair has no UTF-8, so it is written as an escape.
        out.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
