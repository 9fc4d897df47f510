package tutti.model.relation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.query.Operator;
import tutti.model.relation.query.Ordering;
import tutti.model.relation.store.KeyRange;

/**
 * The planner, which chooses how to find a selection's rows, by rules, without statistics. A
 * look-up by a whole primary or unique key comes before all else; then the order whose first
 * columns are fixed by most conditions, an equality counting more than a range; among equal orders
 * the one that needs no sort, and then the one that was defined first.
 */
final class Planner<R extends Record> {
  private static final int POINT = 10_000;
  private static final int EQUAL = 100;
  private static final int ONE_OF = 80;
  private static final int BOUND = 20;
  private static final int SORTED = 1;

  private final RelationDefinition<?, R> relation;
  private final List<Filter<R>> filters;
  private final List<Ordering<R>> orderings;

  private Planner(
      RelationDefinition<?, R> relation, List<Filter<R>> filters, List<Ordering<R>> orderings) {
    this.relation = relation;
    this.filters = filters;
    this.orderings = orderings;
  }

  static <R extends Record> AccessPath<R> plan(
      RelationDefinition<?, R> relation, List<Filter<R>> filters, List<Ordering<R>> orderings) {
    Planner<R> planner = new Planner<>(relation, filters, orderings);
    Candidate<R> best = null;
    for (RowOrder<R> order : relation.orders()) {
      Candidate<R> candidate = planner.candidate(order);
      if (best == null || candidate.score > best.score) {
        best = candidate;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(String.join("; ", relation.mistakes()));
    }
    return planner.access(best);
  }

  /** One order, with the conditions that it serves for this selection. */
  private static final class Candidate<R extends Record> {
    final RowOrder<R> order;
    final List<Object> prefix = new ArrayList<>();
    final Set<Integer> fixed = new HashSet<>();
    final List<Filter.Test<R>> used = new ArrayList<>();
    Filter.@Nullable Test<R> oneOf;
    @Nullable Object low;
    boolean lowInclusive = true;
    @Nullable Object high;
    boolean highInclusive = true;
    boolean point;
    boolean sorted;
    boolean descending;
    int score;

    Candidate(RowOrder<R> order) {
      this.order = order;
    }
  }

  private Candidate<R> candidate(RowOrder<R> order) {
    Candidate<R> candidate = new Candidate<>(order);
    int[] positions = order.positions();
    for (int position : positions) {
      Filter.Test<R> equal = find(position, Operator.IS);
      if (equal == null) {
        bounds(candidate, position);
        break;
      }
      candidate.prefix.add(equal.value());
      candidate.fixed.add(position);
      candidate.used.add(equal);
      candidate.score += EQUAL;
    }
    int columns = candidate.prefix.size() + (candidate.oneOf == null ? 0 : 1);
    if (order.unique() && columns >= order.key().positions().length) {
      shorten(candidate);
    }
    sorting(candidate);
    return candidate;
  }

  /**
   * Shortens a candidate that fixes a whole key: conditions on later columns are tested on the one
   * row.
   */
  private static <R extends Record> void shorten(Candidate<R> candidate) {
    int columns = candidate.order.key().positions().length;
    if (candidate.prefix.size() >= columns) {
      candidate.prefix.subList(columns, candidate.prefix.size()).clear();
      candidate.used.subList(columns, candidate.used.size()).clear();
      candidate.oneOf = null;
      candidate.low = null;
      candidate.high = null;
      candidate.score = POINT + 1;
    } else {
      candidate.score += POINT - EQUAL * columns;
    }
    candidate.point = true;
  }

  private Filter.@Nullable Test<R> find(int position, Operator operator) {
    for (Filter<R> filter : filters) {
      if (filter instanceof Filter.Test<R> test
          && test.position() == position
          && test.operator() == operator
          && test.column().codec().unordered() == null) {
        return test;
      }
    }
    return null;
  }

  private void bounds(Candidate<R> candidate, int position) {
    Filter.Test<R> oneOf = find(position, Operator.IN);
    if (oneOf != null) {
      candidate.oneOf = oneOf;
      candidate.used.add(oneOf);
      candidate.score += ONE_OF;
      return;
    }
    for (Filter<R> filter : filters) {
      if (filter instanceof Filter.Test<R> test && test.position() == position) {
        switch (test.operator()) {
          case GREATER_THAN -> low(candidate, test, test.value(), false);
          case AT_LEAST -> low(candidate, test, test.value(), true);
          case LESS_THAN -> high(candidate, test, test.value(), false);
          case AT_MOST -> high(candidate, test, test.value(), true);
          case STARTS_WITH -> beginning(candidate, test);
          case IS, IS_NOT, IN -> {
            // No bounds.
          }
        }
      }
    }
    candidate.score += candidate.low == null ? 0 : BOUND;
    candidate.score += candidate.high == null ? 0 : BOUND;
  }

  /**
   * Bounds the range to the texts with this beginning: all of them are less than the next text of
   * the beginning's length.
   */
  private void beginning(Candidate<R> candidate, Filter.Test<R> test) {
    String beginning = (String) test.value();
    int last = beginning.length() - 1;
    while (last >= 0 && beginning.charAt(last) == Character.MAX_VALUE) {
      last--;
    }
    low(candidate, test, beginning, true);
    if (last >= 0) {
      String next = beginning.substring(0, last) + (char) (beginning.charAt(last) + 1);
      high(candidate, test, next, false);
    }
  }

  private void low(Candidate<R> candidate, Filter.Test<R> test, Object value, boolean inclusive) {
    int difference =
        candidate.low == null ? 1 : test.column().codec().compare(value, candidate.low);
    if (difference > 0 || (difference == 0 && !inclusive)) {
      candidate.low = value;
      candidate.lowInclusive = inclusive;
    }
    use(candidate, test);
  }

  private void high(Candidate<R> candidate, Filter.Test<R> test, Object value, boolean inclusive) {
    int difference =
        candidate.high == null ? -1 : test.column().codec().compare(value, candidate.high);
    if (difference < 0 || (difference == 0 && !inclusive)) {
      candidate.high = value;
      candidate.highInclusive = inclusive;
    }
    use(candidate, test);
  }

  private static <R extends Record> void use(Candidate<R> candidate, Filter.Test<R> test) {
    if (!candidate.used.contains(test)) {
      candidate.used.add(test);
    }
  }

  /** Whether the order, upwards or downwards, is the one that was asked for. */
  private void sorting(Candidate<R> candidate) {
    boolean single = candidate.point && candidate.oneOf == null;
    int[] positions = candidate.order.positions();
    int at = 0;
    boolean first = true;
    for (Ordering<R> ordering : orderings) {
      if (single || candidate.fixed.contains(ordering.position())) {
        continue;
      }
      while (at < positions.length && candidate.fixed.contains(positions[at])) {
        at++;
      }
      if (at == positions.length) {
        break;
      }
      if (positions[at] != ordering.position()
          || (!first && candidate.descending != ordering.descending())) {
        candidate.descending = false;
        return;
      }
      candidate.descending = ordering.descending();
      first = false;
      at++;
    }
    candidate.sorted = true;
    candidate.score += orderings.isEmpty() ? 0 : SORTED;
  }

  private AccessPath<R> access(Candidate<R> best) {
    List<Filter<R>> rest = new ArrayList<>(filters);
    rest.removeAll(best.used);
    return new AccessPath<>(
        relation,
        best.order,
        best.point,
        ranges(best),
        best.descending,
        best.used,
        rest,
        best.sorted);
  }

  private List<KeyRange> ranges(Candidate<R> best) {
    Filter.Test<R> oneOf = best.oneOf;
    if (oneOf == null) {
      return List.of(
          new KeyRange(
              prefix(best, best.low),
              best.lowInclusive,
              prefix(best, best.high),
              best.highInclusive));
    }
    List<Object> values = oneOf.sorted();
    if (best.descending) {
      values.sort(oneOf.column().codec().reversed());
    }
    return values.stream().map(value -> KeyRange.of(prefix(best, value))).toList();
  }

  private Object[] prefix(Candidate<R> best, @Nullable Object last) {
    List<Object> values = new ArrayList<>(best.prefix);
    if (last != null) {
      values.add(last);
    }
    return values.toArray();
  }
}
