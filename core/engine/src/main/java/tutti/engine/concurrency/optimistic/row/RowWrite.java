package tutti.engine.concurrency.optimistic.row;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;

/**
 * A row that a transaction writes: its place, whether it is locked, and the rows that the indexes
 * were prepared for. Used by one thread at a time.
 */
final class RowWrite implements Comparable<RowWrite> {
  private final RowTable<Record> table;
  private final int relation;
  private final RowPlace place;
  private boolean locked;

  /** The row as it will be; null if it is deleted. */
  private @Nullable Record next;

  /** The row for which the indexes are prepared, or null. */
  private @Nullable Record prepared;

  /** Rows that it was to become, and will not. */
  private @Nullable List<Record> former;

  RowWrite(RowTable<Record> table, int relation, RowPlace place) {
    this.table = table;
    this.relation = relation;
    this.place = place;
  }

  /** The order in which one actor's rows are locked. */
  @Override
  public int compareTo(RowWrite other) {
    return relation == other.relation
        ? place.order(other.place)
        : Integer.compare(relation, other.relation);
  }

  RowPlace place() {
    return place;
  }

  /** Takes the write lock; false if another transaction has it, or the place is gone. */
  boolean lock() {
    locked = place.lockSoon();
    return locked;
  }

  /** Sets the row that is to be written, as far as it is known. */
  void becomes(@Nullable Record row) {
    next = row;
  }

  /**
   * Prepares an index so that a transaction that looks for the next row finds this row, or finds
   * that its gap has changed. May be repeated with another row.
   *
   * @param own the gaps that this transaction has read
   */
  void prepare(@Nullable NodeSet own) {
    if (prepared != null) {
      former = former == null ? new ArrayList<>(2) : former;
      former.add(prepared);
    }
    if (next != null) {
      table.prepare(place, next, own);
    }
    prepared = next;
  }

  void keepFor(Snapshots snapshots, long epoch) {
    snapshots.keep(table, place, epoch);
  }

  /** Writes the row and releases the lock. */
  void install(long tid) {
    retract();
    table.install(place, next, tid);
    locked = false;
  }

  /** Undoes the write; also that of a place that was made and not locked. */
  void undo() {
    if (locked) {
      retract();
      table.undo(place, prepared);
      locked = false;
    } else if (place.installed() == null && place.tryLock()) {
      // If another transaction has the lock, that one writes or removes the place.
      table.undo(place, null);
    }
    prepared = null;
  }

  private void retract() {
    if (former != null) {
      for (Record each : former) {
        table.retract(place, each, prepared);
      }
      former = null;
    }
  }
}
