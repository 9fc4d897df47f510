package tutti.engine.relational;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.RowOrder;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * A transaction's rows of one relation of one actor, in the order in which they were first written,
 * which is equal in every run. A few rows are searched one by one, more are found by a table. Not
 * thread-safe.
 */
final class OwnRows {
  private static final int FEW = 8;

  private final RelationDefinition<?, ?> relation;
  private final List<Row> rows = new ArrayList<>(FEW);
  private @Nullable Map<Object, Integer> places;

  private static final class Row {
    private final Object key;
    private final int number;
    private @Nullable Record row;
    private boolean deleted;

    Row(Object key, int number) {
      this.key = key;
      this.number = number;
    }

    @Nullable Record after() {
      return deleted ? null : row;
    }
  }

  OwnRows(RelationDefinition<?, ?> relation) {
    this.relation = relation;
  }

  /** Returns the place of the row of that key among these, or -1. */
  int find(Object key) {
    if (places != null) {
      return places.getOrDefault(key, -1);
    }
    for (int at = 0; at < rows.size(); at++) {
      if (rows.get(at).key.equals(key)) {
        return at;
      }
    }
    return -1;
  }

  /** The row at a place, or null if it is deleted. */
  @Nullable Record row(int at) {
    return rows.get(at).after();
  }

  /** Returns the number that {@link #add} was given for the row at a place. */
  int number(int at) {
    return rows.get(at).number;
  }

  /** Makes a place for a row that was not written before. */
  int add(Object key, int number) {
    int at = rows.size();
    rows.add(new Row(key, number));
    if (places != null) {
      places.put(key, at);
    } else if (rows.size() > FEW) {
      places = new HashMap<>();
      for (int i = 0; i <= at; i++) {
        places.put(rows.get(i).key, i);
      }
    }
    return at;
  }

  /**
   * @param row as it is from now on; if it is deleted, as it was
   */
  void write(int at, Record row, boolean deleted) {
    Row written = rows.get(at);
    written.row = row;
    written.deleted = deleted;
  }

  void addTo(List<Change> changes) {
    for (Row each : rows) {
      Record row = Objects.requireNonNull(each.row);
      changes.add(new Change(relation.number(), each.key, row, each.deleted));
    }
  }

  /** Shows these rows among others, in their order, instead of others of the same keys. */
  MergedRows over(int order, KeyRange range, boolean descending, RowVisitor visitor) {
    return merge(relation, relation.orders().get(order), range, descending, visitor);
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private <R extends Record> MergedRows merge(
      RelationDefinition<?, ?> definition,
      RowOrder<R> order,
      KeyRange range,
      boolean descending,
      RowVisitor visitor) {
    List<R> mine = new ArrayList<>();
    for (Row each : rows) {
      R row = (R) each.after();
      if (row != null && !order.below(row, range) && !order.above(row, range)) {
        mine.add(row);
      }
    }
    Comparator<R> by = descending ? order.reversed() : order;
    mine.sort(by);
    return new MergedRows(
        mine,
        (a, b) -> by.compare((R) a, (R) b),
        row -> find(keyOf(definition, row)) >= 0,
        visitor);
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private static <K, R extends Record> Object keyOf(
      RelationDefinition<K, R> definition, Record row) {
    return definition.key().of((R) row);
  }
}
