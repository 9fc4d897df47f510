package tutti.engine.deployment;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the right name that a wrong one most likely stands for. */
final class Nearest {
  private Nearest() {}

  /** The name with the fewest edits to {@code wrong}, or null if none is near. */
  static @Nullable String to(String wrong, Collection<String> names) {
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (String name : names) {
      int edits = edits(wrong.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (edits < fewest) {
        fewest = edits;
        best = name;
      }
    }
    // A third of the letters may be wrong: more and the guess would puzzle rather than help.
    return best != null && fewest <= Math.max(1, best.length() / 3) ? best : null;
  }

  /** Insertions, deletions, substitutions and swaps of two neighbours (Damerau, Levenshtein). */
  private static int edits(String a, String b) {
    int[][] least = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int edits = Math.min(least[i - 1][j], least[i][j - 1]) + 1;
        edits = Math.min(edits, least[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          edits = Math.min(edits, least[i - 2][j - 2] + 1);
        }
        least[i][j] = edits;
      }
    }
    return least[a.length()][b.length()];
  }
}
