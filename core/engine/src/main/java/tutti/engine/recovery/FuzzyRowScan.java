package tutti.engine.recovery;

import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RowFormat;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.relation.store.KeyRange;

/**
 * Goes through the rows of one actor, a piece at a time, while others change them: each row is
 * copied as it is at some moment of the walk. Not thread-safe.
 */
public final class FuzzyRowScan {
  /** A piece ends with the row that makes it longer than this. */
  static final int PIECE_BYTES = 32 << 10;

  private final ActorId id;
  private final ActorRows rows;
  private final RowFormat format;
  private int relation = -1;
  private @Nullable Cursor<RowPlace> places;

  /** A row that is to begin the next piece. */
  private @Nullable Record next;

  public FuzzyRowScan(ActorId id, ActorRows rows, RowFormat format) {
    this.id = id;
    this.rows = rows;
    this.format = format;
  }

  ActorId id() {
    return id;
  }

  /** The name of the actor's type. */
  String type() {
    return rows.type();
  }

  /** Returns whether another piece follows. */
  public boolean more() {
    if (next == null) {
      next = read();
    }
    return next != null;
  }

  /** Appends the rows of the next piece. */
  public void put(Encoder out) {
    int begin = out.size();
    while (more() && next != null && out.size() - begin < PIECE_BYTES) {
      format.put(rows.type(), relation, next, out);
      next = null;
    }
  }

  private @Nullable Record read() {
    while (true) {
      while (places == null || !places.next()) {
        if (++relation >= rows.relations().size()) {
          return null;
        }
        RowTable<?> table = rows.known(relation);
        places = table == null ? null : table.scan(0, KeyRange.ALL, false, null);
      }
      // The walk does not wait for writers: their changes are in the log, or will be.
      Record row = places.value().installed();
      if (row != null) {
        return row;
      }
    }
  }
}
