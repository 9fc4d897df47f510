package tutti.engine.storage.rows;

/**
 * A TID word (Silo §4.2): which transaction wrote a row last, as an epoch (31 bits) and a number in
 * it (29 bits), above three bits that say how the row is. Words of two writes of one row compare as
 * the writes were made.
 */
public final class Tid {
  /** The bit of a row that a transaction is about to write. */
  static final long LOCKED = 1;

  /** The bit of a place without a row. */
  static final long ABSENT = 2;

  /** The place is no longer in its table: look the key up again. */
  static final long GONE = 4;

  private static final int SEQUENCE_BITS = 29;
  private static final int STATUS_BITS = 3;

  private Tid() {}

  /**
   * Returns the word of a row that this transaction has written.
   *
   * @param epoch not negative
   * @param sequence at least 0, below 2^29
   */
  public static long of(int epoch, int sequence) {
    if (epoch < 0 || sequence < 0 || sequence >>> SEQUENCE_BITS != 0) {
      throw new IllegalArgumentException("no transaction " + sequence + " of epoch " + epoch);
    }
    return ((long) epoch << SEQUENCE_BITS | sequence) << STATUS_BITS;
  }

  /** The number after this one; of the next epoch if there is none left in its own. */
  public static long next(long number) {
    return number + (1L << STATUS_BITS);
  }

  /** Returns the word without its status bits. */
  static long number(long word) {
    return word & -(1L << STATUS_BITS);
  }

  static boolean locked(long word) {
    return (word & LOCKED) != 0;
  }

  static boolean gone(long word) {
    return (word & GONE) != 0;
  }
}
