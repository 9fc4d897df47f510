package tutti.engine.relational;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.model.relation.KeyRange;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.RowOrder;
import tutti.model.relation.RowVisitor;

/** What a transaction has written to one relation of one actor. Not thread-safe. */
final class OwnRows {
  private final RelationDefinition<?, ?> relation;
  private final Map<Object, Change> rows = new HashMap<>();

  /** In the order in which they were first written: the same in every run. */
  private final List<Object> keys = new ArrayList<>();

  OwnRows(RelationDefinition<?, ?> relation) {
    this.relation = relation;
  }

  boolean has(Object key) {
    return rows.containsKey(key);
  }

  /** The row, or null if it is deleted. */
  @Nullable Record row(Object key) {
    Change change = rows.get(key);
    return change == null ? null : change.after();
  }

  /**
   * @param row as it is from now on; if it is deleted, as it was
   */
  void write(Object key, Record row, boolean deleted) {
    if (rows.put(key, new Change(relation.number(), key, row, deleted)) == null) {
      keys.add(key);
    }
  }

  void addTo(List<Change> changes) {
    for (Object key : keys) {
      changes.add(Objects.requireNonNull(rows.get(key)));
    }
  }

  /** Shows these rows among others, in their order, instead of others of the same keys. */
  Merge over(int order, KeyRange range, boolean descending, RowVisitor visitor) {
    return merge(relation, relation.orders().get(order), range, descending, visitor);
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private <R extends Record> Merge merge(
      RelationDefinition<?, ?> definition,
      RowOrder<R> order,
      KeyRange range,
      boolean descending,
      RowVisitor visitor) {
    List<R> mine = new ArrayList<>();
    for (Object key : keys) {
      R row = (R) row(key);
      if (row != null && !order.below(row, range) && !order.above(row, range)) {
        mine.add(row);
      }
    }
    Comparator<R> by = descending ? order.reversed() : order;
    mine.sort(by);
    return new Merge(
        mine,
        (a, b) -> by.compare((R) a, (R) b),
        row -> rows.containsKey(keyOf(definition, row)),
        visitor);
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private static <K, R extends Record> Object keyOf(
      RelationDefinition<K, R> definition, Record row) {
    return definition.key().of((R) row);
  }
}
