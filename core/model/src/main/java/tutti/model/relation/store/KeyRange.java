package tutti.model.relation.store;

import java.util.Arrays;
import tutti.model.relation.RowOrder;

/**
 * A range of a {@link RowOrder}: bounds on the first few columns of the order. A bound of one
 * column on an order of three compares that column alone. Immutable; takes ownership of the arrays.
 *
 * @param low the lower bound: values for the first columns; empty for "no bound"
 * @param lowInclusive whether the low end belongs to the range
 * @param high the upper bound: values for the first columns; empty for "no bound"
 * @param highInclusive whether the high end belongs to the range
 */
public record KeyRange(Object[] low, boolean lowInclusive, Object[] high, boolean highInclusive) {
  private static final Object[] NONE = {};

  /** The range of all rows. */
  public static final KeyRange ALL = new KeyRange(NONE, true, NONE, true);

  /** Returns the range of all rows whose first columns have these values. */
  public static KeyRange of(Object... prefix) {
    return new KeyRange(prefix, true, prefix, true);
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
