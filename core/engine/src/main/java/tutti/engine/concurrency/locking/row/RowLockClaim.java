package tutti.engine.concurrency.locking.row;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.LockWait;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.WriterClaim;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Call;
import tutti.model.relation.store.RowStore;

/** A transaction's locks on one actor's rows, and the changes that it makes to them. */
final class RowLockClaim extends WriterClaim {
  private static final LockWait NONE =
      lock -> {
        throw new IllegalStateException("no task can wait here " + lock.rows());
      };

  private final @Nullable LockingRows rows;
  private LockWait wait = NONE;

  // Guarded by the cell's latch.
  private final List<RowLock> locks = new ArrayList<>();
  private final List<HeldRange> ranges = new ArrayList<>(2);

  /**
   * A claim of procedures, or of a request that holds no lock.
   *
   * @param updateLocks whether writes by key take the write lock first
   */
  RowLockClaim(ActorRequest request, boolean updateLocks) {
    super(request);
    Cell cell = request.cell();
    this.rows =
        request.work() instanceof Work.Run(var writes)
            ? new LockingRows(cell.id(), ActorRows.of(cell.state()), !writes, this, updateLocks)
            : null;
  }

  @Override
  public @Nullable RowStore rows() {
    return rows;
  }

  @Override
  public void waitBy(LockWait how) {
    wait = how;
  }

  @Override
  public @Nullable Call call() {
    return rows == null ? super.call() : rows.write(cell());
  }

  @Override
  public boolean hasCall() {
    return rows == null ? super.hasCall() : rows.changed();
  }

  /** Whether the actor is another one after it. */
  boolean changes() {
    return rows == null ? work() instanceof Work.Act : rows.changed();
  }

  /** Returns the rows that the claim's owner writes. */
  RowChanges written() {
    Call call = call();
    if (call == null) {
      throw new IllegalStateException(this + " writes nothing");
    }
    return (RowChanges) call.arguments().getFirst();
  }

  // --- locks ---

  /** Gets a lock; in the task that works on the rows, which may have to wait for it. */
  void lock(RowLock lock) {
    if (!tryLock(lock)) {
      await(lock);
    }
  }

  private boolean tryLock(RowLock lock) {
    Cell cell = cell();
    cell.lock();
    try {
      return LockTable.of(cell).tryLock(lock, this);
    } finally {
      cell.unlock();
    }
  }

  /** Waits for a lock that was not free. */
  void await(RowLock lock) {
    wait.await(new Work.Lock(this, lock));
  }

  /** Counts what has been applied by now as seen: the lock that was just got may show it. */
  void sees() {
    observed(cell().lastLsn());
  }

  void keep(RowLock lock) {
    locks.add(lock);
  }

  void keep(HeldRange range) {
    ranges.add(range);
  }

  /** Adds to the range that was locked last, if the two make one. */
  boolean extend(OrderLocks in, RowLock more) {
    if (ranges.isEmpty()) {
      return false;
    }
    HeldRange last = ranges.getLast();
    return last.in() == in && last.extend(more);
  }

  List<RowLock> locks() {
    return locks;
  }

  List<HeldRange> ranges() {
    return ranges;
  }

  void forgetLocks() {
    locks.clear();
    ranges.clear();
  }

  // --- the end ---

  /**
   * The position is given when it is first asked for, since only then all is locked: effects take
   * place in the order of positions. The claim gets another position if more was written since.
   */
  @Override
  public long position() {
    if (rows != null && !isDecided() && !isPlacedForAll()) {
      Cell cell = cell();
      cell.lock();
      try {
        LockTable.of(cell).place(this);
      } finally {
        cell.unlock();
      }
    }
    return place();
  }

  @Override
  protected int count() {
    return rows == null ? 0 : rows.count();
  }

  @Override
  public String toString() {
    return "locks of " + owner().id() + " on rows of " + cell().id();
  }
}
