package tutti.model.relation.store;

import java.util.Arrays;
import tutti.model.relation.RowOrder;

/**
 * A range of a {@link RowOrder}: bounds on the first few columns of the order. A bound of one
 * column on an order of three compares that column alone. Immutable.
 */
public final class KeyRange {
  private static final Object[] NONE = {};

  /** The range of all rows. */
  public static final KeyRange ALL = new KeyRange(NONE, true, NONE, true);

  private final Object[] low;
  private final boolean lowInclusive;
  private final Object[] high;
  private final boolean highInclusive;

  /**
   * Takes ownership of the arrays.
   *
   * @param low values for the first columns; empty for "no bound"
   * @param high values for the first columns; empty for "no bound"
   */
  public KeyRange(Object[] low, boolean lowInclusive, Object[] high, boolean highInclusive) {
    this.low = low;
    this.lowInclusive = lowInclusive;
    this.high = high;
    this.highInclusive = highInclusive;
  }

  /** Returns the range of all rows whose first columns have these values. */
  public static KeyRange of(Object... prefix) {
    return new KeyRange(prefix, true, prefix, true);
  }

  /** The lower bound's values. */
  public Object[] low() {
    return low;
  }

  /** Whether the low end belongs to the range. */
  public boolean lowInclusive() {
    return lowInclusive;
  }

  /** The upper bound's values. */
  public Object[] high() {
    return high;
  }

  /** Whether the high end belongs to the range. */
  public boolean highInclusive() {
    return highInclusive;
  }

  /** Returns this range with another lower end. */
  public KeyRange withLow(Object[] values, boolean inclusive) {
    return new KeyRange(values, inclusive, high, highInclusive);
  }

  /** Returns this range with another upper end. */
  public KeyRange withHigh(Object[] values, boolean inclusive) {
    return new KeyRange(low, lowInclusive, values, inclusive);
  }

  @Override
  public String toString() {
    return (lowInclusive ? "[" : "(")
        + Arrays.toString(low)
        + ", "
        + Arrays.toString(high)
        + (highInclusive ? "]" : ")");
  }
}
