package tutti.lab.measure;

import java.util.List;
import java.util.Locale;

/** Text of results, the same in every country. */
public final class Text {
  private Text() {}

  /** Returns values in a format of {@link String#format}, with points as decimal separators. */
  @SuppressWarnings(
      "AnnotateFormatMethod") // Only checkers know the annotation, which is no dependency.
  public static String of(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Returns the table of a page in Markdown, whose first row is the head. */
  public static String markdown(List<List<String>> rows) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      out.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
      if (i == 0) {
        out.append("|---".repeat(rows.getFirst().size())).append("|\n");
      }
    }
    return out.toString();
  }
}
