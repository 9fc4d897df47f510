package tutti.rebel.value;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A length of time in the calendar, in days or in months: a week is seven days, a quarter three
 * months, a year twelve. {@code 12 Month} equals {@code 1 Year}; days and months have no order.
 *
 * @param count the number of days or months, of either sign
 * @param months whether months are counted, else days; zero is always zero days
 */
public record Term(long count, boolean months) implements Comparable<Term> {
  public static final String EXPECTED =
      "a term such as \"3 Month\" (Day, Week, Month, Quarter or Year)";

  /**
   * The longest term: longer terms lead out of every calendar, and the bound keeps arithmetic on
   * counts exact.
   */
  private static final long LONGEST = 1_000_000_000_000L;

  private static final Pattern FORM = Pattern.compile("[+-]?([0-9]{1,18}) (.*)", Pattern.DOTALL);

  public Term {
    if (count == 0) {
      months = false;
    }
    if (isTooLong(count)) {
      throw tooLong(count + (months ? " Month" : " Day"));
    }
  }

  /** Returns the term of an Integer number of periods. */
  public static Term of(Object factor, Period period) {
    int unit = unit(period);
    if (!(factor instanceof Long count) || isTooLong(count) || isTooLong(count * unit)) {
      throw tooLong(factor + " " + period);
    }
    return new Term(count * unit, countsMonths(period));
  }

  private static boolean isTooLong(long count) {
    return count > LONGEST || count < -LONGEST;
  }

  private static ValueRefused tooLong(String term) {
    return new ValueRefused(
        "term-too-long",
        () -> "the term " + term + " is too long: at most " + LONGEST + " Day or Month");
  }

  private static int unit(Period period) {
    return switch (period) {
      case DAY, MONTH -> 1;
      case WEEK -> 7;
      case QUARTER -> 3;
      case YEAR -> 12;
    };
  }

  private static boolean countsMonths(Period period) {
    return switch (period) {
      case DAY, WEEK -> false;
      case MONTH, QUARTER, YEAR -> true;
    };
  }

  /**
   * Returns a part of a period: {@code Year / 4} is three months. A part that is no whole number of
   * days or months has no value.
   */
  public static Term fraction(Period period, Object divisor) {
    return of(1L, period).dividedBy(divisor);
  }

  public Term times(Object integer) {
    Object product = Integers.multiply(count, integer);
    if (!(product instanceof Long small)) {
      throw tooLong(this + " * " + integer);
    }
    return new Term(small, months);
  }

  public Term dividedBy(Object integer) {
    if (Integers.sign(integer) == 0) {
      throw ValueRefused.divisionByZero(this);
    }
    if (count == 0) {
      return this;
    }
    if (!(integer instanceof Long divisor) || count % divisor != 0) {
      throw new ValueRefused(
          "inexact-term",
          () -> this + " / " + integer + " is not a whole number of days or months");
    }
    return new Term(count / divisor, months);
  }

  public Term plus(Term other) {
    if (count != 0 && other.count != 0 && months != other.months) {
      throw incomparable(other);
    }
    return new Term(count + other.count, count != 0 ? months : other.months);
  }

  public Term negate() {
    return new Term(-count, months);
  }

  /** The days from {@code from} to {@code to}. */
  public static Term between(LocalDate from, LocalDate to) {
    return new Term(ChronoUnit.DAYS.between(from, to), false);
  }

  /**
   * Returns the date that is later by this term; a day that the month does not have becomes the
   * month's last.
   */
  public LocalDate after(LocalDate date) {
    try {
      return inRange(months ? date.plusMonths(count) : date.plusDays(count), date);
    } catch (DateTimeException e) {
      throw ValueRefused.dateOutOfRange(date, this);
    }
  }

  public LocalDateTime after(LocalDateTime time) {
    return after(time.toLocalDate()).atTime(time.toLocalTime());
  }

  private LocalDate inRange(LocalDate result, LocalDate from) {
    if (!Dates.inRange(result)) {
      throw ValueRefused.dateOutOfRange(from, this);
    }
    return result;
  }

  /**
   * Compares lengths.
   *
   * @throws ValueRefused if one counts days and the other months
   */
  public int compareLength(Term other) {
    if (count != 0 && other.count != 0 && months != other.months) {
      throw incomparable(other);
    }
    return Long.compare(count, other.count);
  }

  private ValueRefused incomparable(Term other) {
    return new ValueRefused(
        "incomparable-terms",
        () -> this + " and " + other + ": months have no fixed number of days");
  }

  /** Compares days before months, then by count: the canonical order. */
  @Override
  public int compareTo(Term other) {
    int byUnit = Boolean.compare(months, other.months);
    return byUnit != 0 ? byUnit : Long.compare(count, other.count);
  }

  /**
   * Reads a number and a period.
   *
   * @throws NotAValue if the text is not a term, or is too long
   */
  public static Term parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new NotAValue(EXPECTED, text);
    }
    try {
      Object factor = Integers.of(new BigInteger(form.group(1)));
      Term term = of(factor, Period.parse(form.group(2)));
      return text.charAt(0) == '-' ? term.negate() : term;
    } catch (NotAValue | ValueRefused e) {
      throw new NotAValue(EXPECTED, text);
    }
  }

  /** The number of the term's {@link #period}s. */
  public Object factor() {
    return wholeYears() ? count / 12 : count;
  }

  /** The term's period: Year if the term is whole years, else Month; or Day. */
  public Period period() {
    return wholeYears() ? Period.YEAR : months ? Period.MONTH : Period.DAY;
  }

  private boolean wholeYears() {
    return months && count % 12 == 0;
  }

  /** The term in years if they are whole, else in months; or in days. */
  @Override
  public String toString() {
    return factor() + " " + period();
  }
}
