package tutti.engine.concurrency.locking.row;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.relation.RowOrder;
import tutti.model.relation.store.KeyRange;

/**
 * A scan that locks a range of rows on the way: each row that is shown, and the gap between it and
 * the row before, whether the gap has rows or not. The scan locks first one row, then twice as many
 * at a time. So a scan that stops early has locked little more than it has shown, and a long scan
 * seldom takes the latch. Used by one thread.
 */
final class LockedScan {
  private static final int MOST = 16;

  private final RowLockClaim claim;
  private final RowTable<?> table;
  private final Object name;
  private final int relation;
  private final int order;
  private final boolean descending;
  private final RowView view = new RowView();
  private final Record[] rows = new Record[MOST];
  private int size;
  private int atOnce = 1;

  /** The first place that is still to be scanned; {@link #until} is the end. */
  private byte[] from;

  private byte[] until;
  private boolean ended;

  LockedScan(
      RowLockClaim claim,
      ActorRows rows,
      int relation,
      int order,
      KeyRange range,
      boolean descending) {
    RowOrder<?> by = rows.relations().get(relation).orders().get(order);
    this.claim = claim;
    this.table = rows.table(relation);
    this.name = rows.relations().get(relation);
    this.relation = relation;
    this.order = order;
    this.descending = descending;
    this.from = by.from(range);
    this.until = by.until(range);
    this.ended = !RowLock.before(from, until);
  }

  /** Goes on; false at the end. */
  boolean more() {
    if (ended) {
      return false;
    }
    RowLock missing = fill(atOnce);
    if (missing != null && atOnce > 1) {
      missing = fill(1);
    }
    while (missing != null) {
      claim.await(missing);
      // The former holder of the lock may have put a row there, or removed one.
      missing = fill(1);
    }
    atOnce = Math.min(2 * atOnce, MOST);
    return size > 0;
  }

  int size() {
    return size;
  }

  Record row(int i) {
    return rows[i];
  }

  /**
   * Reads the next rows and locks where they are. Under the latch no other thread changes the
   * table.
   *
   * @return the lock that is needed, but that another transaction excludes; null if all was locked
   */
  private @Nullable RowLock fill(int most) {
    Cell cell = claim.cell();
    cell.lock();
    try {
      byte[] last = read(most);
      RowLock piece = piece(last);
      if (!LockTable.of(cell).tryLock(piece, claim)) {
        return piece;
      }
      if (last == null) {
        ended = true;
      } else if (descending) {
        until = piece.from();
      } else {
        from = piece.until();
      }
      return null;
    } finally {
      cell.unlock();
    }
  }

  /** The place of the last row that was read, or null if no more come after it. */
  private byte @Nullable [] read(int most) {
    Cursor<RowPlace> places = table.scan(order, from, until, descending, null);
    size = 0;
    while (places.next()) {
      places.value().read(view);
      Record row = view.row();
      if (row != null) {
        rows[size++] = row;
        if (size == most) {
          return places.key();
        }
      }
    }
    return null;
  }

  /** Returns the lock from the scan's position to that place, or to the scan's end. */
  private RowLock piece(byte @Nullable [] last) {
    if (last == null) {
      return RowLock.scan(relation, order, from, until, name);
    }
    return descending
        ? RowLock.scan(relation, order, last, until, name)
        : RowLock.scan(relation, order, from, RowLock.after(last), name);
  }
}
