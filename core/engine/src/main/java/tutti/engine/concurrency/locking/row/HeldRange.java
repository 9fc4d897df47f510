package tutti.engine.concurrency.locking.row;

import java.util.Arrays;

/** A range of an order that a transaction has locked; grows as a scan goes on. */
final class HeldRange {
  private final OrderLocks in;
  private final RowLockClaim claim;
  private byte[] from;
  private byte[] until;

  HeldRange(OrderLocks in, RowLockClaim claim, RowLock lock) {
    this.in = in;
    this.claim = claim;
    this.from = lock.from();
    this.until = lock.until();
  }

  OrderLocks in() {
    return in;
  }

  RowLockClaim claim() {
    return claim;
  }

  boolean contains(byte[] place) {
    return RowLock.within(place, from, until);
  }

  /**
   * Extends the range by another one of its order, if the two make one range; false if they do not.
   */
  boolean extend(RowLock more) {
    if (until.length > 0 && Arrays.equals(until, more.from())) {
      until = more.until();
      return true;
    }
    if (more.until().length > 0 && Arrays.equals(from, more.until())) {
      from = more.from();
      return true;
    }
    return covers(more);
  }

  private boolean covers(RowLock other) {
    return Arrays.compareUnsigned(from, other.from()) <= 0
        && (until.length == 0
            || (other.until().length > 0 && !RowLock.before(until, other.until())));
  }
}
