package tutti.engine.snapshot;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;

/** The epoch of a node, and the snapshots that are open there. Thread-safe. */
public final class Snapshots {
  private static final Kept[] NONE = {};

  private final Limit limit;
  private final Latch latch = new Latch();
  private volatile long epoch = 1;
  private volatile Kept[] open = NONE;

  /** Sees to it that a snapshot is not kept for ever, whatever becomes of who wanted it. */
  public interface Limit {
    /**
     * Rows are kept for that one from now on; it is to be {@linkplain #end ended} some time. Under
     * a latch.
     *
     * @param wanted whether somebody is known who opens it: else the node has only met a
     *     transaction that comes after it
     * @return run when it has ended, or the limit is another one
     */
    Runnable on(Snapshots snapshots, long number, boolean wanted);
  }

  /** Of controls that no node belongs to. */
  public Snapshots() {
    this((all, number, wanted) -> () -> {});
  }

  public Snapshots(Limit limit) {
    this.limit = limit;
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
      Kept kept = new Kept(least - 1);
      kept.atEnd(limit.on(this, least - 1, false));
      more[open.length] = kept;
      open = more;
      epoch = least;
    } finally {
      latch.unlock();
    }
  }

  /**
   * Somebody opens that one: the epoch is behind it from now on.
   *
   * @return whether it is kept: not if the epoch was further already
   */
  public boolean close(long number) {
    raise(number + 1);
    latch.lock();
    try {
      Kept kept = find(number);
      if (kept != null) {
        kept.open(limit.on(this, number, true));
      }
      return kept != null;
    } finally {
      latch.unlock();
    }
  }

  /**
   * A snapshot that may be read, as somebody has opened it on this node; or null. Of others this
   * node keeps rows since it met a transaction that comes after them: if it has started anew since
   * they were opened, its rows have more than was in them.
   */
  public @Nullable Kept opened(long number) {
    Kept kept = find(number);
    return kept != null && kept.opened() ? kept : null;
  }

  /** A snapshot that rows are kept for, by the last epoch that is in it; or null. */
  public @Nullable Kept find(long number) {
    for (Kept each : open) {
      if (each.number() == number) {
        return each;
      }
    }
    return null;
  }

  /**
   * Nobody reads that one any more. The epoch is behind it from now on, without keeping anything:
   * who comes late to {@link #close} it must not open it again, for nobody would end it.
   */
  public void end(long number) {
    Runnable atEnd = () -> {};
    latch.lock();
    try {
      epoch = Math.max(epoch, number + 1);
      Kept gone = find(number);
      if (gone != null) {
        // First of all: who reads on must find out.
        atEnd = gone.end();
        open = Arrays.stream(open).filter(each -> each != gone).toArray(Kept[]::new);
      }
    } finally {
      latch.unlock();
    }
    atEnd.run();
  }

  /** Who opened them has forgotten them. */
  public void endAll() {
    for (Kept each : open) {
      end(each.number());
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
