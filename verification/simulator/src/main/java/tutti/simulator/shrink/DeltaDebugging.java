package tutti.simulator.shrink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A search for a small part of a list that still has a property, by leaving out ever smaller parts.
 */
final class DeltaDebugging {
  private DeltaDebugging() {}

  /**
   * Returns a part from which no single element can be left out, if {@code still} always answers
   * the same; Zeller and Hildebrandt's <i>ddmin</i>, which never tries the empty list.
   *
   * @param all the list, which has the property
   * @param still returns whether some elements, in their order, have the property
   */
  static <T> List<T> minimize(List<T> all, Predicate<List<T>> still) {
    List<T> left = List.copyOf(all);
    int parts = 2;
    while (left.size() >= 2) {
      List<T> smaller = reduce(left, parts, still);
      if (smaller != null) {
        parts = smaller.size() <= (left.size() + parts - 1) / parts ? 2 : Math.max(parts - 1, 2);
        left = smaller;
      } else if (parts < left.size()) {
        parts = Math.min(2 * parts, left.size());
      } else {
        break;
      }
      parts = Math.min(parts, Math.max(2, left.size()));
    }
    return left;
  }

  /**
   * Returns one of the parts, or all but one of them; or null if none of these has the property.
   */
  private static <T> @Nullable List<T> reduce(List<T> all, int parts, Predicate<List<T>> still) {
    for (boolean complement : new boolean[] {false, true}) {
      // If there are two parts, each is the rest of the other.
      for (int part = 0; part < parts && !(complement && parts == 2); part++) {
        int from = (int) ((long) all.size() * part / parts);
        int to = (int) ((long) all.size() * (part + 1) / parts);
        List<T> some = new ArrayList<>();
        if (complement) {
          some.addAll(all.subList(0, from));
          some.addAll(all.subList(to, all.size()));
        } else {
          some.addAll(all.subList(from, to));
        }
        if (!some.isEmpty() && still.test(some)) {
          return some;
        }
      }
    }
    return null;
  }
}
