package tutti.engine.concurrency.optimistic.tl2;

import tutti.engine.concurrency.optimistic.ActorLock;
import tutti.engine.concurrency.optimistic.OptimisticClaim;
import tutti.engine.storage.Cell;

/**
 * The versioned write-lock of one actor (TL2 §2.1): the version of its newest change, and a lock
 * bit. The cell keeps it from the first change on; an actor without one has not changed since the
 * node began. Guarded by the cell's latch, except for the word, which readers of rows read without
 * it.
 */
final class VersionedLock extends ActorLock implements Cell.Memory {
  private static final long LOCKED = Long.MIN_VALUE;

  private volatile long word;

  /** Returns the write version of the newest change; 0 if there is none since the node began. */
  long version() {
    return word & ~LOCKED;
  }

  /**
   * Whether the actor is at a version still, and no other transaction is about to change it.
   *
   * @param mine whether the asker has locked it
   */
  boolean isAt(long version, boolean mine) {
    long now = word;
    return now == version || (mine && now == (version | LOCKED));
  }

  @Override
  protected void take(OptimisticClaim by) {
    super.take(by);
    word = version() | LOCKED;
  }

  /** Unlocks the word, at a version. */
  void release(long version) {
    word = version;
  }

  @Override
  public boolean isIdle() {
    return isFree();
  }

  /** Keeps nothing: an actor that is dropped has never changed. */
  @Override
  public void dropped() {}
}
