package tutti.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The size of numbers without a bound of their own, in arguments and results: at most 38 digits, as
 * in specifications, and at most 76 places behind the point. For example, {@code 1e37} fits, and
 * {@code 1e38} and {@code 1e-77} do not. Rows may have longer ones, which a procedure can use but
 * not return.
 */
public final class NumberLimits {
  public static final int DIGITS = 38;
  private static final int PLACES = 2 * DIGITS;
  private static final BigInteger ABOVE = BigInteger.TEN.pow(DIGITS);

  /** Every number of fewer bits has at most 38 digits. */
  private static final int SURE_BITS = 126;

  private NumberLimits() {}

  public static boolean fits(BigInteger value) {
    return value.bitLength() <= SURE_BITS
        || value.bitLength() <= SURE_BITS + 1 && value.abs().compareTo(ABOVE) < 0;
  }

  public static boolean fits(BigDecimal value) {
    long before = (long) value.precision() - value.scale();
    return value.precision() <= DIGITS && before <= DIGITS && value.scale() <= PLACES;
  }
}
