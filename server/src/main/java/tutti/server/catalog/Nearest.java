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

  /** Insertions, deletions, substitutions and swaps of two neighbours (Damerau, Levenshtein). */
  private static int distance(String left, String right) {
    int[][] least = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int replaced = least[i - 1][j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        int edits = Math.min(replaced, Math.min(least[i][j - 1], least[i - 1][j]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        least[i][j] = swapped ? Math.min(edits, least[i - 2][j - 2] + 1) : edits;
      }
    }
    return least[left.length()][right.length()];
  }
}
