package tutti.engine.concurrency.locking.row;

import org.jspecify.annotations.Nullable;
import tutti.engine.relational.TransactionRows;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.ActorId;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor as seen by a transaction that locks places before it reads or writes them.
 * Used by one thread at a time.
 */
final class LockingRows extends TransactionRows {
  private final RowLockClaim claim;
  private final RowView view = new RowView();
  private final boolean updateLocks;
  private int count;

  LockingRows(
      ActorId self, ActorRows rows, boolean readOnly, RowLockClaim claim, boolean updateLocks) {
    super(self, rows, readOnly);
    this.claim = claim;
    this.updateLocks = updateLocks;
  }

  /** Returns the number of rows that the claim has written. */
  int count() {
    return count;
  }

  private Object name(int relation) {
    return actorRows().relations().get(relation);
  }

  @Override
  protected @Nullable Record read(int relation, Object key) {
    RowTable<?> table = actorRows().table(relation);
    claim.lock(RowLock.read(relation, table.entry(key), name(relation)));
    return table.read(key, view);
  }

  /**
   * Takes the write lock at the read: two shared locks that both become write locks would deadlock.
   */
  @Override
  protected @Nullable Record readToWrite(int relation, Object key) {
    if (!updateLocks) {
      return read(relation, key);
    }
    RowTable<?> table = actorRows().table(relation);
    lockToWrite(relation, table, key);
    return table.read(key, view);
  }

  private void lockToWrite(int relation, RowTable<?> table, Object key) {
    claim.lock(RowLock.write(relation, 0, table.entry(key), name(relation)));
  }

  @Override
  protected void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    LockedScan scan = new LockedScan(claim, actorRows(), relation, order, range, descending);
    while (scan.more()) {
      for (int i = 0; i < scan.size(); i++) {
        if (!visitor.visit(scan.row(i))) {
          return;
        }
      }
    }
  }

  /** Locks the index entries of the row as it was and as it will be, which scans pass. */
  @Override
  protected void willWrite(int relation, Object key) {
    if (readOnly()) {
      throw new IllegalStateException("a query writes nothing: " + self());
    }
    RowTable<?> table = actorRows().table(relation);
    if (!updateLocks) {
      lockToWrite(relation, table, key);
    }
    lockEntries(relation, table, table.read(key, view));
    count++;
  }

  @Override
  protected void wrote(int relation, Object key, @Nullable Record next, int number) {
    lockEntries(relation, actorRows().table(relation), next);
  }

  private void lockEntries(int relation, RowTable<?> table, @Nullable Record row) {
    if (row != null) {
      for (int order = 1; order < table.orders(); order++) {
        claim.lock(RowLock.write(relation, order, table.entry(order, row), name(relation)));
      }
    }
  }
}
