package tutti.lab.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A few combinations of several settings' values that have every two values of two settings
 * together at least once: most faults of combinations are faults of pairs. Greedy, and the same
 * every time (D. M. Cohen et al.: <i>The AETG System</i>, TSE 23(7), 1997, §3).
 */
final class Pairwise {
  /** Value {@code i} of setting {@code a} beside value {@code j} of setting {@code b}; a < b. */
  private record Pair(int a, int i, int b, int j) {}

  private final int[] sizes;
  private final LinkedHashSet<Pair> left = new LinkedHashSet<>();

  private Pairwise(int[] sizes) {
    this.sizes = sizes;
    for (int a = 0; a < sizes.length; a++) {
      for (int b = a + 1; b < sizes.length; b++) {
        for (int i = 0; i < sizes[a]; i++) {
          for (int j = 0; j < sizes[b]; j++) {
            left.add(new Pair(a, i, b, j));
          }
        }
      }
    }
  }

  /**
   * @param sizes how many values each setting has, at least two settings and one value
   * @return for each combination the number of each setting's value
   */
  static List<int[]> cover(int... sizes) {
    Pairwise it = new Pairwise(sizes.clone());
    List<int[]> rows = new ArrayList<>();
    while (!it.left.isEmpty()) {
      rows.add(it.next());
    }
    return rows;
  }

  /** Every combination, the last setting changing fastest. */
  static List<int[]> product(int... sizes) {
    List<int[]> rows = new ArrayList<>(List.of(new int[sizes.length]));
    for (int a = 0; a < sizes.length; a++) {
      List<int[]> longer = new ArrayList<>();
      for (int[] row : rows) {
        for (int i = 0; i < sizes[a]; i++) {
          int[] copy = row.clone();
          copy[a] = i;
          longer.add(copy);
        }
      }
      rows = longer;
    }
    return rows;
  }

  /** Begins with the first pair that is left, and gives every other setting what covers most. */
  private int[] next() {
    int[] row = new int[sizes.length];
    Arrays.fill(row, -1);
    Pair first = left.getFirst();
    row[first.a] = first.i;
    row[first.b] = first.j;
    for (int a = 0; a < sizes.length; a++) {
      if (row[a] < 0) {
        row[a] = best(row, a);
      }
    }
    left.removeIf(pair -> row[pair.a] == pair.i && row[pair.b] == pair.j);
    return row;
  }

  private int best(int[] row, int a) {
    int best = 0;
    int most = -1;
    for (int i = 0; i < sizes[a]; i++) {
      int covers = 0;
      for (int b = 0; b < sizes.length; b++) {
        if (b != a && row[b] >= 0 && left.contains(pair(a, i, b, row[b]))) {
          covers++;
        }
      }
      if (covers > most) {
        most = covers;
        best = i;
      }
    }
    return best;
  }

  private static Pair pair(int a, int i, int b, int j) {
    return a < b ? new Pair(a, i, b, j) : new Pair(b, j, a, i);
  }
}
