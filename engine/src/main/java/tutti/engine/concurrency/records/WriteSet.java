package tutti.engine.concurrency.records;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;

/** What a transaction writes to the rows of one actor. Used by one thread at a time. */
final class WriteSet {
  private static final int FEW = 8;

  private final List<RowWrite> writes = new ArrayList<>(2);

  /** Those of a transaction that locks as it executes, by row. */
  private final @Nullable Map<Row, RowWrite> byRow;

  private boolean locked;
  private @Nullable Set<RowPlace> places;

  private record Row(int relation, Object key) {}

  /**
   * @param locksAtOnce whether rows are locked as they are added
   */
  WriteSet(boolean locksAtOnce) {
    this.byRow = locksAtOnce ? new HashMap<>() : null;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /**
   * Adds a row that was not written before; where rows are locked as they are added, locks it.
   *
   * @return false if somebody else has it locked
   */
  boolean add(RowTable<Record> table, int relation, Object key, RowPlace place) {
    RowWrite write = new RowWrite(table, relation, key, place);
    writes.add(write);
    if (byRow == null) {
      return true;
    }
    byRow.put(new Row(relation, key), write);
    places = null;
    locked = write.lock();
    return locked;
  }

  /** Where rows are locked as they are added: this is what becomes of one. */
  void prepare(int relation, Object key, @Nullable Record next, NodeSet own) {
    RowWrite write = byRow == null ? null : byRow.get(new Row(relation, key));
    if (write != null) {
      write.becomes(next);
      write.prepare(own);
    }
  }

  /**
   * Locks all rows in order, and prepares the indexes for what becomes of them.
   *
   * @param changes of each row, in the order of relations, and in each in the order of {@link #add}
   * @param own what this transaction has found missing
   * @return false if somebody else has one locked, or it is gone: then nothing is locked
   */
  boolean lock(List<Change> changes, NodeSet own) {
    writes.sort(RowWrite.BY_RELATION);
    for (int i = 0; i < writes.size(); i++) {
      writes.get(i).becomes(changes.get(i).after());
    }
    return lock(own);
  }

  private boolean lock(@Nullable NodeSet own) {
    writes.sort(RowWrite.IN_ORDER);
    for (RowWrite write : writes) {
      if (!write.lock()) {
        undo();
        return false;
      }
      write.prepare(own);
    }
    locked = true;
    return true;
  }

  /**
   * Locks what a transaction had locked before a crash.
   *
   * @return false if somebody else has
   */
  @SuppressWarnings("unchecked") // rows of that relation
  boolean restore(ActorRows rows, List<Change> changes) {
    for (Change change : changes) {
      RowTable<Record> table = (RowTable<Record>) rows.table(change.relation());
      RowPlace place = table.make(change.key(), null);
      RowWrite write = new RowWrite(table, change.relation(), change.key(), place);
      write.becomes(change.after());
      writes.add(write);
    }
    return lock(null);
  }

  /** Whether a place is among those that are locked. */
  boolean holds(RowPlace place) {
    if (!locked) {
      return false;
    }
    if (writes.size() > FEW) {
      Set<RowPlace> all = places;
      if (all == null) {
        all = new HashSet<>();
        for (RowWrite write : writes) {
          all.add(write.place());
        }
        places = all;
      }
      return all.contains(place);
    }
    for (RowWrite write : writes) {
      if (write.place() == place) {
        return true;
      }
    }
    return false;
  }

  /** The newest transaction that has written any of it before. */
  long newest() {
    long newest = 0;
    for (RowWrite write : writes) {
      newest = Math.max(newest, write.place().tid());
    }
    return newest;
  }

  /** Writes all and lets go of all locks. */
  void install(long tid) {
    for (RowWrite write : writes) {
      write.install(tid);
    }
    forget();
  }

  /** Leaves everything as it was, and lets go of all locks. */
  void undo() {
    for (RowWrite write : writes) {
      write.undo();
    }
    forget();
  }

  private void forget() {
    locked = false;
    places = null;
  }
}
