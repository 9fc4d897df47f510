package tutti.server.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
public final class Nearest {
  private Nearest() {}

  /** The candidate that takes the fewest edits, if that is at most a third of the name. */
  public static Optional<String> to(String name, List<String> candidates) {
    if (name.length() > 100) {
      return Optional.empty();
    }
    String best = null;
    int fewest = Math.max(1, name.length() / 3) + 1;
    for (String candidate : candidates) {
      int edits = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (edits < fewest) {
        fewest = edits;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /** A clause for a message: what was meant, or else what there is. */
  public static String hint(String name, List<String> candidates) {
    return to(name, candidates)
        .map(nearest -> "did you mean '" + nearest + "'?")
        .orElse(
            candidates.isEmpty()
                ? "there is none"
                : "there is "
                    + String.join(", ", candidates.subList(0, Math.min(20, candidates.size()))));
  }

  private static int distance(String left, String right) {
    int[] previous = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int[] row = new int[right.length() + 1];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(row[j - 1], previous[j]) + 1);
      }
      previous = row;
    }
    return previous[right.length()];
  }
}
