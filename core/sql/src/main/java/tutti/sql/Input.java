package tutti.sql;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.Condition;
import tutti.model.relation.Pair;
import tutti.model.relation.Relation;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.Rows;
import tutti.model.relation.Selection;
import tutti.model.relation.store.Binding;
import tutti.model.relation.store.RowStore;

/**
 * The source of a query's rows: the selections and joins that Java code would write.
 *
 * @param conditions the conditions of each relation's selection
 */
record Input(
    List<QueryScope.Joined> tables, List<Join> joins, List<List<Condition<Record>>> conditions) {

  /** A further relation, and the columns that make a pair. */
  record Join(ColumnRef left, ColumnRef right, boolean leftJoin) {}

  /** A column by which a selection sorts. */
  record Order(ColumnRef column, boolean descending) {}

  /** A source of rows, one for each relation, as long as they are wanted. */
  interface Source {
    void visit(Predicate<@Nullable Record[]> visitor);

    String explain();
  }

  /**
   * @param orders the columns by which a single relation's rows are sorted; empty for several
   *     relations
   */
  Source over(RowStore rows, List<Order> orders, long offset, long limit) {
    Binding binding = new Binding(rows.self().type());
    binding.bind(rows);
    Selection<Record> first = selection(binding, 0);
    if (joins.isEmpty()) {
      for (Order order : orders) {
        if (order.descending()) {
          first.orderByDescending(order.column().component());
        } else {
          first.orderBy(order.column().component());
        }
      }
      first.offset(offset);
      if (limit < Long.MAX_VALUE) {
        first.limit(limit);
      }
      return single(first);
    }
    Rows<?> joined = first(first, binding);
    for (int i = 1; i < joins.size(); i++) {
      joined = further(joined, i, binding);
    }
    return several(joined);
  }

  /** Whether the query has one relation, whose selection can also sort and limit. */
  boolean single() {
    return joins.isEmpty();
  }

  private Selection<Record> selection(Binding binding, int table) {
    Selection<Record> selection = relation(binding, tables.get(table).relation()).select();
    conditions.get(table).forEach(selection::where);
    return selection;
  }

  private static <K> Relation<K, Record> relation(
      Binding binding, RelationDefinition<K, Record> definition) {
    return new Relation<>(binding, definition);
  }

  private static Source single(Selection<Record> selection) {
    return new Source() {
      @Override
      public void visit(Predicate<@Nullable Record[]> visitor) {
        selection.visit(row -> visitor.test(new @Nullable Record[] {row}));
      }

      @Override
      public String explain() {
        return selection.explain();
      }
    };
  }

  private Rows<?> first(Selection<Record> left, Binding binding) {
    Join join = joins.getFirst();
    tutti.model.relation.Join<Record, Record> pairs = left.join(selection(binding, 1));
    return join.leftJoin()
        ? pairs.leftOn(join.left().component(), join.right().component())
        : pairs.on(join.left().component(), join.right().component());
  }

  private <T> Rows<?> further(Rows<T> rows, int at, Binding binding) {
    Join join = joins.get(at);
    Rows<T>.Further<Record> pairs = rows.join(selection(binding, at + 1));
    // The reader allows no join to begin at a row that a left join may not have found.
    Function<T, Object> left =
        row -> join.left().column().get(present(record(row, join.left().table(), at)));
    return join.leftJoin()
        ? pairs.leftOn(left, join.right().component())
        : pairs.on(left, join.right().component());
  }

  private static Record present(@Nullable Record row) {
    return java.util.Objects.requireNonNull(row);
  }

  /**
   * Returns one relation's row from nested pairs.
   *
   * @param last the position of the relation that was joined last
   */
  private static @Nullable Record record(@Nullable Object nested, int table, int last) {
    Object rest = nested;
    for (int i = last; i > table && i > 0; i--) {
      rest = rest instanceof Pair<?, ?> pair ? pair.left() : null;
    }
    Object found = table > 0 && rest instanceof Pair<?, ?> pair ? pair.right() : rest;
    return found instanceof Optional<?> maybe ? (Record) maybe.orElse(null) : (Record) found;
  }

  private <T> Source several(Rows<T> rows) {
    int last = tables.size() - 1;
    return new Source() {
      @Override
      public void visit(Predicate<@Nullable Record[]> visitor) {
        rows.visit(
            row -> {
              @Nullable Record[] all = new @Nullable Record[last + 1];
              for (int table = 0; table <= last; table++) {
                all[table] = record(row, table, last);
              }
              return visitor.test(all);
            });
      }

      @Override
      public String explain() {
        return rows.explain();
      }
    };
  }
}
