package tutti.engine.concurrency.optimistic.row;

import tutti.engine.storage.rows.Tid;

/**
 * The numbers of transactions (Silo §4.2, §4.4). An epoch is a range of the node's log, always of
 * one size: so epochs need not be counted, and none is ever used twice, whatever crashes. A
 * transaction that reads a row comes after the row's writer in the log, and so never in an earlier
 * epoch.
 *
 * <p>Where no log is kept there is only one epoch.
 */
final class Epochs {
  /** An epoch is this much log: two to the power of it, in bytes. */
  private static final int BITS = 20;

  private Epochs() {}

  /**
   * The number of a transaction.
   *
   * @param lsn its position in the log
   * @param newest of all that it has read or overwrites
   */
  static long tid(long lsn, long newest) {
    long inLog = Tid.of((int) (lsn >>> BITS), (int) (lsn & (1 << BITS) - 1));
    return Math.max(inLog, Tid.next(newest));
  }
}
