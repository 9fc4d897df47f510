package tutti.rebel.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * An exact amount of one currency, in thousandths: the third decimal is the finest that Rebel can
 * write. Addition is exact; a multiplication or division rounds its result once, half to even.
 */
public final class Money implements Comparable<Money> {
  public static final String EXPECTED = "an amount such as \"EUR 50.00\" (two or three decimals)";
  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

  private final Currency currency;
  private final long thousandths;

  /** The amount if a long is too small for it; {@link #thousandths} is then 0. */
  private final @Nullable BigInteger large;

  private Money(Currency currency, long thousandths, @Nullable BigInteger large) {
    this.currency = currency;
    this.thousandths = thousandths;
    this.large = large;
  }

  public static Money ofThousandths(Currency currency, long thousandths) {
    return new Money(currency, thousandths, null);
  }

  /**
   * @throws ValueRefused if the amount, as it is written, has more than 38 digits
   */
  public static Money ofThousandths(Currency currency, BigInteger thousandths) {
    if (thousandths.bitLength() < 64) {
      return new Money(currency, thousandths.longValue(), null);
    }
    boolean cents = thousandths.mod(BigInteger.TEN).signum() == 0;
    if (!Digits.fits(thousandths, cents ? Digits.LIMIT + 1 : Digits.LIMIT)) {
      throw ValueRefused.tooLarge("the amount");
    }
    return new Money(currency, 0, thousandths);
  }

  public Currency currency() {
    return currency;
  }

  /** The amount in thousandths. */
  public BigInteger thousandths() {
    return large == null ? BigInteger.valueOf(thousandths) : large;
  }

  /** Whether {@link #smallThousandths} is the amount. */
  public boolean isSmall() {
    return large == null;
  }

  /** The amount in thousandths, if it {@link #isSmall}. */
  public long smallThousandths() {
    return thousandths;
  }

  /**
   * The field {@code amount}: whole hundredths, a third decimal rounded half to even. Rebel's own
   * tools count in hundredths.
   */
  public Object hundredths() {
    return Integers.of(divideHalfEven(thousandths(), BigInteger.TEN));
  }

  private void mustMatch(Money other) {
    if (currency != other.currency && !currency.equals(other.currency)) {
      throw ValueRefused.mixedCurrencies(this, other);
    }
  }

  public Money plus(Money other) {
    mustMatch(other);
    if (large == null && other.large == null) {
      long sum = thousandths + other.thousandths;
      if (((thousandths ^ sum) & (other.thousandths ^ sum)) >= 0) {
        return new Money(currency, sum, null);
      }
    }
    return ofThousandths(currency, thousandths().add(other.thousandths()));
  }

  public Money minus(Money other) {
    mustMatch(other);
    if (large == null && other.large == null) {
      long difference = thousandths - other.thousandths;
      if (((thousandths ^ other.thousandths) & (thousandths ^ difference)) >= 0) {
        return new Money(currency, difference, null);
      }
    }
    return ofThousandths(currency, thousandths().subtract(other.thousandths()));
  }

  public Money negate() {
    return ofThousandths(currency, thousandths().negate());
  }

  /** Returns the amount times an Integer, exactly. */
  public Money times(Object integer) {
    if (integer instanceof Infinity) {
      throw ValueRefused.tooLarge("the amount");
    }
    return ofThousandths(currency, thousandths().multiply(Integers.big(integer)));
  }

  /** Returns this percentage of the amount, rounded once to thousandths, half to even. */
  public Money times(Percentage percentage) {
    BigDecimal part = new BigDecimal(thousandths()).multiply(percentage.value());
    return ofThousandths(
        currency, part.movePointLeft(2).setScale(0, RoundingMode.HALF_EVEN).toBigInteger());
  }

  /** Returns the amount divided by an Integer, rounded once to thousandths, half to even. */
  public Money dividedBy(Object integer) {
    if (Integers.sign(integer) == 0) {
      throw ValueRefused.divisionByZero(this);
    }
    if (integer instanceof Infinity) {
      return ofThousandths(currency, 0);
    }
    return ofThousandths(currency, divideHalfEven(thousandths(), Integers.big(integer)));
  }

  private static BigInteger divideHalfEven(BigInteger dividend, BigInteger divisor) {
    return new BigDecimal(dividend)
        .divide(new BigDecimal(divisor), 0, RoundingMode.HALF_EVEN)
        .toBigInteger();
  }

  /**
   * Compares amounts.
   *
   * @throws ValueRefused if the currencies differ
   */
  public int compareAmount(Money other) {
    mustMatch(other);
    return large == null && other.large == null
        ? Long.compare(thousandths, other.thousandths)
        : thousandths().compareTo(other.thousandths());
  }

  /** Compares by currency, then amount: the canonical order, which is not the order of worth. */
  @Override
  public int compareTo(Money other) {
    int byCurrency = currency.compareTo(other.currency);
    return byCurrency != 0 ? byCurrency : thousandths().compareTo(other.thousandths());
  }

  /**
   * Reads {@code EUR 50.00}: currency, space, optional sign, digits, two or three decimals. The
   * sign may also stand first.
   *
   * @throws NotAValue if the text is not an amount, or has more than 38 digits
   */
  public static Money parse(String text) {
    boolean signFirst = text.startsWith("-") || text.startsWith("+");
    int space = text.indexOf(' ');
    if (space < 0) {
      throw new NotAValue(EXPECTED, text);
    }
    Currency currency = currencyOf(text, signFirst ? 1 : 0, space);
    int start = space + 1;
    boolean signHere = text.startsWith("-", start) || text.startsWith("+", start);
    int from = signHere ? start + 1 : start;
    int whole = Digits.run(text, from);
    int point = from + whole;
    int decimals = point < text.length() ? Digits.run(text, point + 1) : 0;
    boolean wellFormed =
        !(signFirst && signHere)
            && whole > 0
            && whole + decimals <= Digits.LIMIT
            && (decimals == 2 || decimals == 3)
            && text.charAt(point) == '.'
            && point + 1 + decimals == text.length();
    if (!wellFormed) {
      throw new NotAValue(EXPECTED, text);
    }
    BigInteger amount =
        new BigInteger(text.substring(from, point) + text.substring(point + 1))
            .multiply(decimals == 2 ? BigInteger.TEN : BigInteger.ONE);
    boolean negative = text.charAt(signHere ? start : 0) == '-';
    return ofThousandths(currency, negative ? amount.negate() : amount);
  }

  private static Currency currencyOf(String text, int start, int end) {
    try {
      return Currency.parse(text.substring(start, end));
    } catch (NotAValue e) {
      throw new NotAValue(EXPECTED + ", with " + Currency.EXPECTED, text);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Money that
            && thousandths == that.thousandths
            && currency.equals(that.currency)
            && (large == null ? that.large == null : large.equals(that.large)));
  }

  @Override
  public int hashCode() {
    int amount = large == null ? Long.hashCode(thousandths) : large.hashCode();
    return 31 * currency.hashCode() + amount;
  }

  /** The canonical text: two decimals, or three where the third is not zero. */
  @Override
  public String toString() {
    BigInteger[] parts = thousandths().abs().divideAndRemainder(THOUSAND);
    int fraction = parts[1].intValue();
    StringBuilder text = new StringBuilder(24).append(currency).append(' ');
    if (thousandths().signum() < 0) {
      text.append('-');
    }
    text.append(parts[0]).append('.');
    text.append((char) ('0' + fraction / 100)).append((char) ('0' + fraction / 10 % 10));
    if (fraction % 10 != 0) {
      text.append((char) ('0' + fraction % 10));
    }
    return text.toString();
  }
}
