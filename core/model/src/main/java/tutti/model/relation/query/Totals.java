package tutti.model.relation.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
import tutti.model.schema.Kind;

/**
 * Adds up numbers of one type. A sum of whole numbers that does not fit their type aborts the
 * transaction.
 */
public final class Totals {
  private static final int MOST_DIGITS = 10_000;

  private @Nullable Number sum;
  private long count;

  /** Adds a number. */
  public void add(Number value) {
    Number before = sum;
    sum = before == null ? value : plus(before, value);
    count++;
  }

  /** The sum, of the type that the numbers had; null if there were none. */
  public @Nullable Number sum() {
    return sum;
  }

  /** The mean, to 34 digits; null if there were no numbers. */
  public @Nullable BigDecimal mean() {
    Number all = sum;
    return all == null
        ? null
        : decimal(all).divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
  }

  /** The sum of no numbers of that kind. */
  public static Number zero(Kind kind) {
    return switch (kind) {
      case BYTE -> (byte) 0;
      case SHORT -> (short) 0;
      case INT -> 0;
      case LONG -> 0L;
      case FLOAT -> 0f;
      case DOUBLE -> 0d;
      case DECIMAL -> BigDecimal.ZERO;
      case BIG_INTEGER -> BigInteger.ZERO;
      case BOOLEAN, CHAR, STRING, INSTANT, DATE, DATE_TIME, DURATION, UUID ->
          throw new IllegalArgumentException("values of type " + kind + " cannot be added up");
    };
  }

  private static Number plus(Number a, Number b) {
    try {
      return switch (a) {
        case Long x -> Math.addExact(x, b.longValue());
        case Integer x -> Math.addExact(x, b.intValue());
        case BigDecimal x -> sumOf(x, (BigDecimal) b);
        case BigInteger x -> x.add((BigInteger) b);
        case Double x -> x + b.doubleValue();
        case Float x -> x + b.floatValue();
        case Short x -> narrow(x + b.intValue(), (short) (x + b.intValue()));
        case Byte x -> narrow(x + b.intValue(), (byte) (x + b.intValue()));
        default -> throw new IllegalArgumentException(a.getClass() + " cannot be added up");
      };
    } catch (ArithmeticException e) {
      throw new Abort(
          "overflow",
          "a sum does not fit its type "
              + a.getClass().getSimpleName()
              + ": use long or BigDecimal");
    }
  }

  /**
   * Adds two decimals.
   *
   * @throws Abort {@code overflow} if the sum has more than 10,000 digits: decimals whose scales
   *     are far apart, such as 1E+900000000 and 1, have more of them than a machine can make
   */
  public static BigDecimal sumOf(BigDecimal a, BigDecimal b) {
    long before = Math.max((long) a.precision() - a.scale(), (long) b.precision() - b.scale());
    if (before + Math.max(a.scale(), b.scale()) > MOST_DIGITS) {
      throw new Abort("overflow", "a sum of decimals has more than " + MOST_DIGITS + " digits");
    }
    return a.add(b);
  }

  private static Number narrow(int exact, Number narrowed) {
    if (exact != narrowed.intValue()) {
      throw new ArithmeticException();
    }
    return narrowed;
  }

  private static BigDecimal decimal(Number value) {
    return switch (value) {
      case BigDecimal x -> x;
      case BigInteger x -> new BigDecimal(x);
      case Double x -> finite(x);
      case Float x -> finite(x);
      default -> BigDecimal.valueOf(value.longValue());
    };
  }

  private static BigDecimal finite(double value) {
    if (!Double.isFinite(value)) {
      throw new Abort("not-a-number", "the mean of numbers with the sum " + value);
    }
    return BigDecimal.valueOf(value);
  }
}
