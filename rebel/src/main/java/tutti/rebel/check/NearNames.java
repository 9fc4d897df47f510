package tutti.rebel.check;

import java.util.Collection;
import java.util.Locale;

/** The name that somebody meant, by the Damerau–Levenshtein distance. */
final class NearNames {

  private NearNames() {}

  /** "Did you mean …?", or nothing if no name is near. */
  static String suggestion(String name, Collection<String> known) {
    String best = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    int allowed = Math.max(1, Math.min(3, name.length() / 3));
    return least <= allowed ? "Did you mean `" + best + "`?" : "";
  }

  /** Edits from one to the other; a change of case costs nothing but breaks ties. */
  private static int distance(String from, String to) {
    if (from.length() > 100 || to.length() > 100) {
      return Integer.MAX_VALUE;
    }
    if (!from.equals(to) && from.equalsIgnoreCase(to)) {
      return 1;
    }
    return edits(from.toLowerCase(Locale.ROOT), to.toLowerCase(Locale.ROOT));
  }

  private static int edits(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(d[i - 1][j - 1] + change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swap =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        d[i][j] = swap ? Math.min(least, d[i - 2][j - 2] + 1) : least;
      }
    }
    return d[a.length()][b.length()];
  }
}
