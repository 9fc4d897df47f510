package tutti.model.relation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.ColumnCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.relation.store.RowVisitor;

/**
 * The pairs of rows of a join: for each left row, in their order, its right rows. An empty Optional
 * equals nothing, as null in SQL: such a left row has no partner, and such a right row is none.
 *
 * @param <L> the left rows
 * @param <R> the right rows
 * @param <X> the result that is made of a pair
 */
final class JoinSource<L, R extends Record, X> extends SelectionSource<X> {
  private final Sides<L, R> sides;
  private final BiFunction<L, R, X> pair;
  private final @Nullable Function<L, X> alone;
  private final ColumnCodec<R> column;
  private final @Nullable RowOrder<R> order;

  /**
   * @param value the value that a right row's component must equal
   * @param name the name of the left value, for people
   */
  record Sides<L, R extends Record>(
      SelectionSource<L> left,
      Function<L, Object> value,
      String name,
      Selection<R> right,
      Component<R, ?> component) {}

  /**
   * @param alone makes the result of a left row without a partner; null if such rows give none
   */
  JoinSource(Sides<L, R> sides, BiFunction<L, R, X> pair, @Nullable Function<L, X> alone) {
    this.sides = sides;
    this.pair = pair;
    this.alone = alone;
    if (!sides.right.onlyConditions()) {
      throw new IllegalArgumentException(
          "the right side of a join, "
              + sides.right.relation()
              + ", is sorted or limited: sort and limit the join instead");
    }
    RelationDefinition<?, R> relation = sides.right.relation();
    int position = ComponentNames.position(sides.component, relation.codec());
    this.column = relation.codec().column(position);
    this.order = order(relation, position);
  }

  /** The order that finds rows by this component; an order that finds a single row is preferred. */
  private static <R extends Record> @Nullable RowOrder<R> order(
      RelationDefinition<?, R> relation, int position) {
    RowOrder<R> found = null;
    for (RowOrder<R> order : relation.orders()) {
      boolean fits = order.positions()[0] == position;
      if (fits && point(order)) {
        return order;
      }
      if (fits && found == null) {
        found = order;
      }
    }
    return found;
  }

  private static boolean point(RowOrder<?> order) {
    return order.unique() && order.key().positions().length == 1;
  }

  @Override
  public void visit(Predicate<? super X> visitor) {
    RowOrder<R> by = order;
    Function<Object, List<R>> partners = by == null ? table() : value -> lookUp(by, value);
    RowStore rows = sides.right.rows();
    sides.left.visit(
        row -> {
          Object value = sides.value.apply(row);
          List<R> found = isEmpty(value) ? List.of() : partners.apply(value);
          for (int i = 0; i < found.size(); i++) {
            rows.work();
            if (!visitor.test(pair.apply(row, found.get(i)))) {
              return false;
            }
          }
          return !found.isEmpty() || alone == null || visitor.test(alone.apply(row));
        });
  }

  private static boolean isEmpty(Object value) {
    return value instanceof Optional<?> maybe && maybe.isEmpty();
  }

  /** Builds a table of the right rows by the component, without rows that can have no partner. */
  private Function<Object, List<R>> table() {
    TypeCodec<Object> codec = column.codec();
    Map<Object, List<R>> table = new HashMap<>();
    sides.right.visit(
        row -> {
          Object value = column.get(row);
          if (!isEmpty(value)) {
            table.computeIfAbsent(codec.canonical(value), key -> new ArrayList<>()).add(row);
          }
          return true;
        });
    return value -> table.getOrDefault(codec.canonical(value), List.of());
  }

  @SuppressWarnings("unchecked") // the store gives what it got
  private List<R> lookUp(RowOrder<R> by, Object value) {
    RowStore rows = sides.right.rows();
    int relation = sides.right.relation().number();
    List<R> found = new ArrayList<>();
    RowVisitor visitor =
        row -> {
          if (sides.right.passes((R) row)) {
            found.add((R) row);
          }
          return true;
        };
    if (point(by)) {
      Object key = column.codec().canonical(value);
      Record row =
          by.number() == 0 ? rows.get(relation, key) : rows.find(relation, by.number(), key);
      if (row != null) {
        visitor.visit(row);
      }
    } else {
      rows.scan(relation, by.number(), KeyRange.of(value), false, visitor);
    }
    return found;
  }

  @Override
  String explain(String indent) {
    String kind = alone == null ? "join" : "left join";
    String on = sides.name + " = " + sides.right.relation() + "." + column.name();
    String how =
        order == null
            ? indent + "  table of right rows\n" + sides.right.explain(indent + "    ")
            : indent
                + "  "
                + sides.right.relation()
                + ": "
                + (point(order) ? "lookup by " : "range of ")
                + order
                + " for each left row"
                + sides.right.explainConditions(indent + "  ");
    return indent + kind + " on " + on + "\n" + sides.left.explain(indent + "  ") + "\n" + how;
  }
}
