package tutti.engine.snapshot;

import java.util.Arrays;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;

/** The epoch of a node, and the snapshots that are open there. Thread-safe. */
public final class Snapshots {
  private static final Kept[] NONE = {};

  private final ObjLongConsumer<Snapshots> opened;
  private final Latch latch = new Latch();
  private volatile long epoch = 1;
  private volatile Kept[] open = NONE;

  /** Of controls that no node belongs to. */
  public Snapshots() {
    this((all, number) -> {});
  }

  /**
   * @param opened is told the number of each snapshot when rows begin to be kept for it: somebody
   *     must {@link #end} it
   */
  public Snapshots(ObjLongConsumer<Snapshots> opened) {
    this.opened = opened;
  }

  /** The epoch of whoever has locked all that it writes, and has validated nothing yet. */
  public long epoch() {
    return epoch;
  }

  /**
   * Makes the epoch at least that. What epochs before it have left is kept from now on: whoever is
   * of the new one finds the snapshot open.
   */
  public void raise(long least) {
    if (epoch >= least) {
      return;
    }
    latch.lock();
    try {
      if (epoch >= least) {
        return;
      }
      Kept[] more = Arrays.copyOf(open, open.length + 1);
      more[open.length] = new Kept(least - 1);
      open = more;
      epoch = least;
    } finally {
      latch.unlock();
    }
    opened.accept(this, least - 1);
  }

  /** An open snapshot, by the last epoch that is in it; or null. */
  public @Nullable Kept find(long number) {
    for (Kept each : open) {
      if (each.number() == number) {
        return each;
      }
    }
    return null;
  }

  /** Nobody reads that one any more. */
  public void end(long number) {
    latch.lock();
    try {
      Kept gone = find(number);
      if (gone != null) {
        // First of all: who reads on must find out.
        gone.end();
        open = Arrays.stream(open).filter(each -> each != gone).toArray(Kept[]::new);
      }
    } finally {
      latch.unlock();
    }
  }

  /** Whether any is open: else nobody need {@link #keep} anything. */
  public boolean areOpen() {
    return open.length > 0;
  }

  /** A transaction of that epoch is about to write a row that it has locked. */
  public void keep(RowTable<?> table, RowPlace locked, long writer) {
    for (Kept each : open) {
      if (each.number() < writer) {
        each.keep(table, locked);
      }
    }
  }

  /** A transaction of that epoch is about to change an actor's rows, which it has locked. */
  public void keep(ActorRows rows, RowChanges changes, long writer) {
    for (RowChanges.Change change : changes.list()) {
      RowTable<?> table = rows.table(change.relation());
      keep(table, table.make(change.key(), null), writer);
    }
  }

  /** How many are open. */
  public int count() {
    return open.length;
  }

  /** How many rows are kept, for all of them. */
  public long rows() {
    return Arrays.stream(open).mapToLong(Kept::size).sum();
  }
}
