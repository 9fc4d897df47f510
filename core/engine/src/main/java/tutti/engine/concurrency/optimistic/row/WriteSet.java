package tutti.engine.concurrency.optimistic.row;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;

/** A transaction's writes to the rows of one actor. Used by one thread at a time. */
final class WriteSet {
  private static final int FEW = 8;

  /** The writes in the order of their addition, until they are locked together. */
  private final List<RowWrite> writes = new ArrayList<>(8);

  private final boolean locksAtOnce;
  private boolean locked;
  private @Nullable Set<RowPlace> places;

  /**
   * @param locksAtOnce whether rows are locked as they are added
   */
  WriteSet(boolean locksAtOnce) {
    this.locksAtOnce = locksAtOnce;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /**
   * Adds a row that was not written before; where rows are locked as they are added, locks it.
   *
   * @return false if another transaction has it locked
   */
  boolean add(RowTable<Record> table, int relation, RowPlace place) {
    RowWrite write = new RowWrite(table, relation, place);
    writes.add(write);
    if (!locksAtOnce) {
      return true;
    }
    places = null;
    locked = write.lock();
    return locked;
  }

  /**
   * Sets the next row of a write; where rows are locked as they are added, indexes are prepared.
   *
   * @param number how many were added before it
   */
  void becomes(int number, @Nullable Record next, NodeSet own) {
    RowWrite write = writes.get(number);
    write.becomes(next);
    if (locksAtOnce) {
      write.prepare(own);
    }
  }

  /**
   * Locks all rows in order, and prepares the indexes for the next rows.
   *
   * @param own the gaps that this transaction has read
   * @return false if another transaction has one of the rows locked, or one is gone: then nothing
   *     is locked
   */
  boolean lock(@Nullable NodeSet own) {
    writes.sort(null);
    for (int i = 0; i < writes.size(); i++) {
      RowWrite write = writes.get(i);
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
   * Locks the rows again that a transaction had locked before a crash.
   *
   * @return false if another transaction has
   */
  @SuppressWarnings("unchecked") // rows of that relation
  boolean restore(ActorRows rows, List<Change> changes) {
    for (Change change : changes) {
      RowTable<Record> table = (RowTable<Record>) rows.table(change.relation());
      RowPlace place = table.make(change.key(), null);
      RowWrite write = new RowWrite(table, change.relation(), place);
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
    for (int i = 0; i < writes.size(); i++) {
      if (writes.get(i).place() == place) {
        return true;
      }
    }
    return false;
  }

  /** The newest transaction that has written any of it before. */
  long newest() {
    long newest = 0;
    for (int i = 0; i < writes.size(); i++) {
      newest = Math.max(newest, writes.get(i).place().tid());
    }
    return newest;
  }

  /**
   * Keeps the rows that are going to be overwritten, for snapshots that a writer of this epoch is
   * not in.
   */
  void keepFor(Snapshots snapshots, long epoch) {
    for (int i = 0; i < writes.size(); i++) {
      writes.get(i).keepFor(snapshots, epoch);
    }
  }

  /** Writes all rows and releases all locks. */
  void install(long tid) {
    for (int i = 0; i < writes.size(); i++) {
      writes.get(i).install(tid);
    }
    forget();
  }

  /** Undoes all writes, and releases all locks. */
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
