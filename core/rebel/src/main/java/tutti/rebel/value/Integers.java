package tutti.rebel.value;

import java.math.BigInteger;

/**
 * Arithmetic of Integer: {@link Long}, {@link BigInteger} where a long is too small, or {@link
 * Infinity}. Division is Euclidean, as in the SMT-LIB meaning that Rebel's own tools give it: the
 * remainder is never negative.
 */
public final class Integers {
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  public static final String EXPECTED = "a whole number of at most 38 digits, such as 42";

  private Integers() {}

  /** The one representation of this number. */
  public static Object of(BigInteger value) {
    return value.compareTo(MIN) >= 0 && value.compareTo(MAX) <= 0
        ? (Object) value.longValue()
        : Digits.checked(value, "the result");
  }

  static BigInteger big(Object value) {
    return value instanceof Long small ? BigInteger.valueOf(small) : (BigInteger) value;
  }

  public static int sign(Object value) {
    return switch (value) {
      case Long small -> Long.signum(small);
      case BigInteger large -> large.signum();
      case Infinity infinity -> infinity == Infinity.POSITIVE ? 1 : -1;
      default -> throw new IllegalArgumentException("not an Integer: " + value);
    };
  }

  public static Object add(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) >= 0) {
        return sum;
      }
    } else if (left instanceof Infinity || right instanceof Infinity) {
      if (left instanceof Infinity && right instanceof Infinity && left != right) {
        throw indeterminate(left, "+", right);
      }
      return left instanceof Infinity ? left : right;
    }
    return of(big(left).add(big(right)));
  }

  public static Object subtract(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      long difference = a - b;
      if (((a ^ b) & (a ^ difference)) >= 0) {
        return difference;
      }
    }
    return add(left, negate(right));
  }

  public static Object negate(Object value) {
    return switch (value) {
      case Long small when small != Long.MIN_VALUE -> -small;
      case Infinity infinity -> infinity.negate();
      default -> of(big(value).negate());
    };
  }

  public static Object multiply(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      long high = Math.multiplyHigh(a, b);
      long low = a * b;
      if (high == low >> 63) {
        return low;
      }
    } else if (left instanceof Infinity || right instanceof Infinity) {
      int sign = sign(left) * sign(right);
      if (sign == 0) {
        throw indeterminate(left, "*", right);
      }
      return Infinity.ofSign(sign);
    }
    return of(big(left).multiply(big(right)));
  }

  /** The quotient, rounded so that the remainder is not negative: -7 / 2 is -4. */
  public static Object divide(Object left, Object right) {
    if (sign(right) == 0) {
      throw ValueRefused.divisionByZero(left);
    }
    if (left instanceof Long a && right instanceof Long b && a != Long.MIN_VALUE) {
      long quotient = a / b;
      return a % b >= 0 ? quotient : b > 0 ? quotient - 1 : quotient + 1;
    }
    if (left instanceof Infinity || right instanceof Infinity) {
      if (left instanceof Infinity && right instanceof Infinity) {
        throw indeterminate(left, "/", right);
      }
      return left instanceof Infinity ? Infinity.ofSign(sign(left) * sign(right)) : (Object) 0L;
    }
    BigInteger dividend = big(left);
    BigInteger divisor = big(right);
    return of(dividend.subtract(dividend.mod(divisor.abs())).divide(divisor));
  }

  /** The remainder of {@link #divide}: from 0 to below the divisor's magnitude. */
  public static Object remainder(Object left, Object right) {
    if (sign(right) == 0) {
      throw ValueRefused.divisionByZero(left);
    }
    if (left instanceof Infinity || right instanceof Infinity) {
      throw indeterminate(left, "%", right);
    }
    return of(big(left).mod(big(right).abs()));
  }

  public static int compare(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      return Long.compare(a, b);
    }
    if (left instanceof Infinity || right instanceof Infinity) {
      return left.equals(right) ? 0 : left instanceof Infinity ? sign(left) : -sign(right);
    }
    return big(left).compareTo(big(right));
  }

  /**
   * Reads decimal digits with an optional sign, or {@code Inf}.
   *
   * @throws NotAValue if the text is neither, or has more than 38 digits
   */
  public static Object parse(String text) {
    int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (text.startsWith("Inf", start) && text.length() == start + 3) {
      return text.charAt(0) == '-' ? Infinity.NEGATIVE : Infinity.POSITIVE;
    }
    int digits = Digits.run(text, start);
    if (digits == 0 || digits > Digits.LIMIT || start + digits != text.length()) {
      throw new NotAValue(EXPECTED, text);
    }
    return of(new BigInteger(start == 1 && text.charAt(0) == '+' ? text.substring(1) : text));
  }

  private static ValueRefused indeterminate(Object left, String operator, Object right) {
    return new ValueRefused(
        "indeterminate", () -> left + " " + operator + " " + right + " has no value");
  }
}
