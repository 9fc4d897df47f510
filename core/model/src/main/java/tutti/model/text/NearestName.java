package tutti.model.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The known name that an unknown one most likely stands for. */
public final class NearestName {
  /**
   * The length of the longest names that are compared: the time grows with the product of both
   * lengths.
   */
  private static final int LONGEST = 100;

  private NearestName() {}

  /**
   * Finds the name with the fewest edits, the first of equals. A change of case alone is one edit,
   * and costs nothing in addition to other edits.
   *
   * @return the name; empty if more than a third of {@code name} would have to be edited (one edit
   *     is always allowed), or if {@code name} has more than 100 characters
   */
  public static Optional<String> among(Collection<String> known, String name) {
    String nearest = null;
    int fewest = Math.max(1, name.length() / 3) + 1;
    for (String candidate : known) {
      int edits = distance(name, candidate);
      if (edits < fewest) {
        fewest = edits;
        nearest = candidate;
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static int distance(String from, String to) {
    if (from.length() > LONGEST || to.length() > LONGEST) {
      return Integer.MAX_VALUE;
    }
    int edits = edits(from.toLowerCase(Locale.ROOT), to.toLowerCase(Locale.ROOT));
    return edits == 0 && !from.equals(to) ? 1 : edits;
  }

  /**
   * The number of insertions, deletions, substitutions and swaps of two neighbours that turn {@code
   * a} into {@code b}: the distance of Damerau and Levenshtein, restricted to letters that are
   * swapped at most once (optimal string alignment).
   */
  private static int edits(String a, String b) {
    int[][] least = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int replaced = least[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        least[i][j] = Math.min(replaced, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
        if (areSwapped(a, i, b, j)) {
          least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
        }
      }
    }
    return least[a.length()][b.length()];
  }

  /** Whether the two letters before {@code i} in {@code a} are those before {@code j}, swapped. */
  private static boolean areSwapped(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
