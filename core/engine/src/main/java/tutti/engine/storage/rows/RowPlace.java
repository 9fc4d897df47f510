package tutti.engine.storage.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FieldHandle;
import tutti.engine.runtime.Latch;

/**
 * The place of one primary key's row, present or not: the row and its TID word (Silo §4.2). The key
 * never changes; a place that is gone never comes back. Thread-safe.
 */
public final class RowPlace {
  private static final VarHandle WORD = FieldHandle.of(MethodHandles.lookup(), "word", long.class);
  private static final VarHandle ROW = FieldHandle.of(MethodHandles.lookup(), "row", Record.class);

  /** The number of new looks at a place: they take about as long as a commit in memory. */
  private static final int PATIENCE = 100;

  private final byte[] key;
  private final long hash;
  private volatile long word = Tid.ABSENT | Tid.LOCKED;

  @SuppressWarnings("unused") // through ROW
  private volatile @Nullable Record row;

  /** A place without a row, locked until it is {@link #born}. */
  RowPlace(byte[] key, long hash) {
    this.key = key;
    this.hash = hash;
  }

  /** Unlocks a new place: all later writes here come after that transaction. */
  void born(long after) {
    WORD.setRelease(this, Tid.number(after) | Tid.ABSENT);
  }

  /** The primary key in its order's bytes; not to be changed. */
  public byte[] key() {
    return key;
  }

  /** Returns a number that is equal for places of one key, in every run. */
  long hash() {
    return hash;
  }

  /**
   * Compares places of one table, by some order that is equal in every run. Keys are not looked at,
   * as long as places are of different hashes.
   */
  public int order(RowPlace other) {
    int byHash = Long.compare(hash, other.hash);
    return byHash == 0 ? Arrays.compareUnsigned(key, other.key) : byHash;
  }

  /** Whether the table has dropped it. */
  boolean gone() {
    return Tid.gone(word);
  }

  /**
   * Reads the row (Silo §4.5), and waits until it is not being written: for a caller that knows
   * that this is soon, since locks are held only while rows are applied.
   */
  public void read(RowView view) {
    for (int spins = 1; !look(view); spins++) {
      Latch.pause(spins);
    }
  }

  /**
   * Reads the row, unless another transaction is about to write it for longer than a commit in
   * memory takes: then false. A lock may last as long as another node, or a disk, takes to answer.
   */
  public boolean tryRead(RowView view) {
    for (int spins = 1; spins <= PATIENCE; spins++) {
      if (look(view)) {
        return true;
      }
      Latch.pause(spins);
    }
    return false;
  }

  /** The word, the row, and the word again, which must not have changed. */
  private boolean look(RowView view) {
    long before = (long) WORD.getAcquire(this);
    if (Tid.locked(before)) {
      return false;
    }
    Record seen = (Record) ROW.getAcquire(this);
    if ((long) WORD.getAcquire(this) != before) {
      return false;
    }
    view.set(before, seen);
    return true;
  }

  /**
   * Returns the row that was installed last, even if another one is about to be written; or null.
   */
  public @Nullable Record installed() {
    return (Record) ROW.getAcquire(this);
  }

  /**
   * Returns whether the row is as it was read, and no other transaction is about to change it.
   *
   * @param seen the word of that read
   * @param mine whether the caller has the lock
   */
  public boolean unchanged(long seen, boolean mine) {
    return word == (mine ? seen | Tid.LOCKED : seen);
  }

  /** Takes the write lock, if it is free and the place is not gone. */
  public boolean tryLock() {
    long seen = word;
    return !Tid.locked(seen)
        && !Tid.gone(seen)
        && WORD.compareAndSet(this, seen, seen | Tid.LOCKED);
  }

  /** Takes the write lock, spinning; false if the place is gone. */
  public boolean lock() {
    for (int spins = 1; !tryLock(); spins++) {
      if (gone()) {
        return false;
      }
      Latch.pause(spins);
    }
    return true;
  }

  /**
   * Takes the write lock; false if the place is gone, or if another transaction keeps the lock for
   * longer than a commit in memory takes.
   */
  public boolean lockSoon() {
    for (int spins = 1; spins <= PATIENCE && !gone(); spins++) {
      if (tryLock()) {
        return true;
      }
      Latch.pause(spins);
    }
    return false;
  }

  /** Releases the write lock; no row was written. */
  void unlock() {
    WORD.setRelease(this, word & ~Tid.LOCKED);
  }

  /** The newest transaction that wrote here, or that one written here must come after. */
  public long tid() {
    return Tid.number(word);
  }

  /** Returns the row as the holder of the write lock sees it. */
  @Nullable Record current() {
    return row;
  }

  /** Puts a row here and releases the write lock. */
  void write(Record next, long tid) {
    ROW.setRelease(this, next);
    WORD.setRelease(this, tid);
  }

  /** Ends the place, and releases the write lock. */
  void end(long tid) {
    ROW.setRelease(this, null);
    WORD.setVolatile(this, tid | Tid.ABSENT | Tid.GONE);
  }
}
