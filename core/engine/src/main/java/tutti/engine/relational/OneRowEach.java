package tutti.engine.relational;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowRefused;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorId;
import tutti.model.text.ValueText;

/**
 * A guard against lost rows when a newer version's constructor changes primary keys: two rows whose
 * old keys were different may then have equal keys, and one of the two would be lost. For example,
 * if the constructor now writes keys in small letters, the rows {@code A} and {@code a} have the
 * key {@code a}.
 *
 * <p>Changes of one row come in their order; changes of different rows may come on different
 * threads. A row whose key is unchanged costs nothing, until the first row comes whose key is
 * changed.
 */
public final class OneRowEach {
  /** The most pairs of rows that an error names. */
  private static final int MOST = 5;

  /** Today's key of a row. */
  private record Place(ActorId actor, int relation, Object key) {}

  /** The rows that have one key today, by the key that each was written under. */
  private final Map<Place, Map<Object, Record>> moved = new ConcurrentHashMap<>();

  private volatile boolean any;

  /**
   * Makes one change that was read.
   *
   * @param tid greater than that of the row that was there
   */
  public void apply(ActorId actor, ActorRows rows, Change change, long tid) {
    if (change.written() != null) {
      any = true;
    } else if (!any) {
      rows.apply(change, tid);
      return;
    }
    Place place = new Place(actor, change.relation(), change.key());
    Map<Object, Record> known = moved.get(place);
    if (known == null && change.written() == null) {
      rows.apply(change, tid);
      return;
    }
    if (known == null) {
      known = new LinkedHashMap<>();
      Record there = installed(rows, change);
      if (there != null) {
        known.put(List.of(change.key()), there);
      }
      moved.put(place, known);
    }
    Object origin = Objects.requireNonNullElse(change.written(), List.of(change.key()));
    known.remove(origin);
    if (!change.deleted()) {
      known.put(origin, change.row());
    }
    Record left = null;
    for (Record row : known.values()) {
      left = row;
    }
    rows.apply(
        left == null
            ? change
            : new Change(change.relation(), change.key(), left, false, change.written()),
        tid);
  }

  /**
   * Requires that no two rows have one key, after all changes.
   *
   * @throws RowRefused if some do; it names them
   */
  public void require() {
    List<String> pairs = new ArrayList<>();
    for (Map.Entry<Place, Map<Object, Record>> each : moved.entrySet()) {
      if (each.getValue().size() > 1 && pairs.size() < MOST) {
        Place place = each.getKey();
        pairs.add(
            place.actor
                + ": the rows of the keys "
                + ValueText.of(each.getValue().keySet())
                + " have one primary key, "
                + ValueText.of(place.key)
                + ", as this version reads them: "
                + ValueText.of(each.getValue().values()));
      }
    }
    if (!pairs.isEmpty()) {
      throw new RowRefused(
          String.join("; ", pairs)
              + ": change the rows with the former version first, or keep the keys as they are");
    }
  }

  /**
   * Adds a row that was read to rows that are read whole, each once.
   *
   * @throws RowRefused if there is one of its primary key; it names both
   */
  public static void apply(ActorRows rows, Change change) {
    Record there = installed(rows, change);
    if (there != null) {
      throw new RowRefused(
          "two rows of "
              + rows.type()
              + " have one primary key, "
              + ValueText.of(change.key())
              + ", as this version reads them: "
              + ValueText.of(there)
              + " and "
              + ValueText.of(change.row())
              + ": change the rows with the former version first, or keep the keys as they are");
    }
    rows.apply(change, rows.nextTid());
  }

  private static @Nullable Record installed(ActorRows rows, Change change) {
    RowTable<?> table = rows.known(change.relation());
    return table == null ? null : table.installed(change.key());
  }
}
