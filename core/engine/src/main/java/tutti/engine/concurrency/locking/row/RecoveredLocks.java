package tutti.engine.concurrency.locking.row;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;

/** Locks the rows again that a prepared transaction had locked to write, before a crash. */
final class RecoveredLocks {
  private RecoveredLocks() {}

  /**
   * @throws IllegalStateException if another transaction has any of the locks
   */
  static void lock(LockTable table, RowLockClaim claim) {
    ActorRows rows = ActorRows.of(claim.cell().state());
    for (Change change : claim.written().list()) {
      Object name = rows.relations().get(change.relation());
      for (RowLock lock : of(rows.table(change.relation()), change, name)) {
        if (!table.tryLock(lock, claim)) {
          throw new IllegalStateException(
              claim + " cannot have been held beside others: one " + lock);
        }
      }
    }
  }

  private static List<RowLock> of(RowTable<?> table, Change change, Object name) {
    int relation = change.relation();
    List<RowLock> locks = new ArrayList<>();
    locks.add(RowLock.write(relation, 0, table.entry(change.key()), name));
    Record before = table.read(change.key(), new RowView());
    Record after = change.after();
    for (int order = 1; order < table.orders(); order++) {
      if (before != null) {
        locks.add(RowLock.write(relation, order, table.entry(order, before), name));
      }
      if (after != null) {
        locks.add(RowLock.write(relation, order, table.entry(order, after), name));
      }
    }
    return locks;
  }
}
