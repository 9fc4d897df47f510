package tutti.simulator.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorState;
import tutti.model.relation.store.KeyRange;

/**
 * The rows of a relational actor at one moment. The engine keeps rows in place, in an object that
 * stays the same; a checker that compares states needs values. Immutable.
 */
public record RowsImage(Map<RowKey, Record> rows) {
  static final RowsImage EMPTY = new RowsImage(Map.of());

  /**
   * A row's name.
   *
   * @param relation the number of its relation
   * @param key its primary key
   */
  public record RowKey(int relation, Object key) {
    @Override
    public String toString() {
      return relation + "/" + key;
    }
  }

  /** Returns a state that stays as it is: the state of a relational actor with its rows copied. */
  static ActorState freeze(ActorState state) {
    return state.size() == 1 && state.field(0) instanceof ActorRows rows
        ? of(state.stage(), copy(rows))
        : state;
  }

  /** Whether a state only refers to rows that go on changing. */
  static boolean changes(ActorState state) {
    return state.size() == 1 && state.field(0) instanceof ActorRows;
  }

  /** The state of a relational actor with these rows. */
  static ActorState of(int stage, RowsImage rows) {
    return new ActorState(stage, new @Nullable Object[] {rows});
  }

  /** Whether a state is that of a relational actor, and was copied. */
  static boolean is(ActorState state) {
    return state.size() == 1 && state.field(0) instanceof RowsImage;
  }

  /** The rows of a relational actor, in a state that was copied; none of any other. */
  public static RowsImage in(ActorState state) {
    return state.size() == 1 && state.field(0) instanceof RowsImage image ? image : EMPTY;
  }

  private static RowsImage copy(ActorRows rows) {
    Map<RowKey, Record> all = new HashMap<>();
    for (int relation = 0; relation < rows.relations().size(); relation++) {
      RowTable<?> table = rows.known(relation);
      if (table != null) {
        Cursor<RowPlace> places = table.scan(0, KeyRange.ALL, false, null);
        while (places.next()) {
          Record row = places.value().installed();
          if (row != null) {
            all.put(new RowKey(relation, rows.relations().get(relation).key().of(cast(row))), row);
          }
        }
      }
    }
    return new RowsImage(all);
  }

  @SuppressWarnings("unchecked") // a row of that very relation
  private static <R extends Record> R cast(Record row) {
    return (R) row;
  }

  /** Returns the rows after some changes. */
  RowsImage with(RowChanges changes) {
    Map<RowKey, Record> next = new HashMap<>(rows);
    for (RowChanges.Change change : changes.list()) {
      RowKey row = new RowKey(change.relation(), change.key());
      Record after = change.after();
      if (after == null) {
        next.remove(row);
      } else {
        next.put(row, after);
      }
    }
    return new RowsImage(next);
  }

  /** Returns the rows after the same change of each. */
  RowsImage each(UnaryOperator<Record> change) {
    Map<RowKey, Record> next = new HashMap<>(rows);
    next.replaceAll((key, row) -> change.apply(row));
    return new RowsImage(next);
  }

  /** A row, or null if there is none of that key. */
  public @Nullable Record row(RowKey key) {
    return rows.get(key);
  }

  /** The rows of one relation, in no order. */
  public List<Record> rows(int relation) {
    return rows.entrySet().stream()
        .filter(each -> each.getKey().relation() == relation)
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public String toString() {
    Map<String, Record> sorted = new TreeMap<>();
    rows.forEach((key, row) -> sorted.put(key.toString(), row));
    return sorted.toString();
  }
}
