package tutti.model.relation;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowSource;
import tutti.model.relation.store.RowVisitor;

/**
 * The way in which a selection finds its rows: by one order of the relation, in one or more ranges
 * of the order. Immutable.
 *
 * @param point whether each range is one key at most, to be looked up
 * @param ranges disjoint, in the order's direction
 * @param used the conditions that the ranges already guarantee
 * @param rest the conditions that must still be tested
 * @param sorted whether rows come in the order that was asked for
 */
record AccessPath<R extends Record>(
    RelationDefinition<?, R> relation,
    RowOrder<R> order,
    boolean point,
    List<KeyRange> ranges,
    boolean descending,
    List<Filter.Test<R>> used,
    List<Filter<R>> rest,
    boolean sorted) {

  /** Shows the rows for which all conditions hold, until the visitor wants no more. */
  void visit(RowSource rows, Predicate<? super R> visitor) {
    boolean[] more = {true};
    RowVisitor tested =
        row -> {
          R typed = cast(row);
          if (passes(typed)) {
            more[0] = visitor.test(typed);
          }
          return more[0];
        };
    for (int i = 0; i < ranges.size() && more[0]; i++) {
      KeyRange range = ranges.get(i);
      if (point) {
        Record row = lookUp(rows, range);
        if (row != null) {
          tested.visit(row);
        }
      } else {
        rows.scan(relation.number(), order.number(), range, descending, tested);
      }
    }
  }

  boolean passes(R row) {
    for (int i = 0; i < rest.size(); i++) {
      if (!rest.get(i).holds(row)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Record lookUp(RowSource rows, KeyRange range) {
    Object key = order.key().make(range.low());
    return order.number() == 0
        ? rows.get(relation.number(), key)
        : rows.find(relation.number(), order.number(), key);
  }

  @SuppressWarnings("unchecked") // the store gives what it got
  private R cast(Record row) {
    return (R) row;
  }

  /**
   * The plan for people: {@code orders: range of index (wallet) [wallet = 7] descending}, and the
   * conditions left.
   */
  String explain(String indent) {
    String what =
        point
            ? "lookup by " + order
            : used.isEmpty() && !ranges.isEmpty() ? "all rows by " + order : "range of " + order;
    String conditions =
        used.isEmpty()
            ? ""
            : used.stream().map(Filter::toString).collect(Collectors.joining(", ", " [", "]"));
    String left =
        rest.isEmpty()
            ? ""
            : "\n"
                + indent
                + "  filter: "
                + rest.stream().map(Filter::toString).collect(Collectors.joining(" and "));
    return indent
        + relation
        + ": "
        + what
        + conditions
        + (descending && !point ? " descending" : "")
        + left;
  }
}
