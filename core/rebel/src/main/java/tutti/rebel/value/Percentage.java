package tutti.rebel.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An exact percentage. The result of a division is rounded half to even, to twelve decimals of a
 * percent.
 */
public final class Percentage implements Comparable<Percentage> {
  public static final String EXPECTED = "a percentage such as \"10%\" or \"2.5%\"";
  private static final int DECIMALS = 12;
  private static final Pattern FORM =
      Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]{1," + DECIMALS + "})?)%");

  /** The value in percents, without trailing zeros behind the point. */
  private final BigDecimal value;

  private Percentage(BigDecimal value) {
    this.value = value;
  }

  /**
   * @param percents 10 for 10%
   * @throws ValueRefused if the percentage has more than 38 digits
   */
  public static Percentage of(BigDecimal percents) {
    BigDecimal value =
        percents.scale() > DECIMALS
            ? percents.setScale(DECIMALS, RoundingMode.HALF_EVEN)
            : percents;
    value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    if (value.scale() < 0) {
      value = value.setScale(0);
    }
    if (value.precision() > Digits.LIMIT) {
      throw ValueRefused.tooLarge("the percentage");
    }
    return new Percentage(value);
  }

  public static Percentage of(long percents) {
    return of(BigDecimal.valueOf(percents));
  }

  /** The value in percents: 10 for 10%. */
  public BigDecimal value() {
    return value;
  }

  public Percentage plus(Percentage other) {
    return of(value.add(other.value));
  }

  public Percentage minus(Percentage other) {
    return of(value.subtract(other.value));
  }

  public Percentage negate() {
    return of(value.negate());
  }

  /** Returns the percentage times an Integer: 3 * 10% is 30%. */
  public Percentage times(Object integer) {
    if (integer instanceof Infinity) {
      throw ValueRefused.tooLarge("the percentage");
    }
    return of(value.multiply(new BigDecimal(Integers.big(integer))));
  }

  /** Returns this percentage of a percentage: 50% * 10% is 5%. */
  public Percentage times(Percentage other) {
    return of(value.multiply(other.value).movePointLeft(2));
  }

  public Percentage dividedBy(Object integer) {
    if (Integers.sign(integer) == 0) {
      throw ValueRefused.divisionByZero(this);
    }
    if (integer instanceof Infinity) {
      return of(BigDecimal.ZERO);
    }
    BigDecimal divisor = new BigDecimal(Integers.big(integer));
    return of(value.divide(divisor, DECIMALS, RoundingMode.HALF_EVEN));
  }

  @Override
  public int compareTo(Percentage other) {
    return value.compareTo(other.value);
  }

  /**
   * Reads digits with an optional sign and decimals, then {@code %}.
   *
   * @throws NotAValue if the text is not a percentage, or has more than 38 digits or 12 decimals
   */
  public static Percentage parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || Digits.count(form.group(1)) > Digits.LIMIT) {
      throw new NotAValue(EXPECTED, text);
    }
    return of(new BigDecimal(form.group(1)));
  }

  public BigInteger unscaled() {
    return value.unscaledValue();
  }

  public int scale() {
    return value.scale();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Percentage that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value.toPlainString() + "%";
  }
}
