package tutti.rebel.syntax;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalTime;
import java.util.Optional;

/**
 * A value as it is written, already parsed. Literals are equal if their values are, without regard
 * to their places.
 */
public sealed interface Literal {

  /** {@code 42}. */
  record IntegerNumber(BigInteger value) implements Literal {}

  /** {@code Inf}: greater than every Integer. */
  record Infinity() implements Literal {}

  /** {@code True}, {@code False}. */
  record Truth(boolean value) implements Literal {}

  /** {@code "text"}; Rebel knows no escapes in it. */
  record Text(String value) implements Literal {}

  /**
   * {@code EUR 50.00}, {@code CUR_CHF 1.250}.
   *
   * @param currency three letters
   * @param amount with two or three decimals
   */
  record Money(String currency, BigDecimal amount) implements Literal {}

  /**
   * {@code EUR}, {@code CUR_CHF}.
   *
   * @param code three letters
   */
  record Currency(String code) implements Literal {}

  /** {@code 10%}: {@code value} is 10. */
  record Percentage(BigInteger value) implements Literal {}

  /**
   * {@code 12 Jul 2017}, {@code 12 Jul}.
   *
   * @param day 1 to 31, valid in the month
   * @param month 1 to 12
   * @param year empty if it is not written: then the year of {@code now}
   */
  record Date(int day, int month, Optional<Integer> year) implements Literal {}

  /** {@code 14:30}, {@code 14:30:59}. */
  record Time(LocalTime value) implements Literal {}

  /** {@code 12 Jul 2017, 14:30}. */
  record DateTime(Date date, LocalTime time) implements Literal {}

  /** {@code now}: the time of the transaction. */
  record Now() implements Literal {}

  /** {@code Day}, {@code Week}, {@code Month}, {@code Quarter}, {@code Year}. */
  record Period(Unit unit) implements Literal {}

  /** {@code 3 Month}. */
  record Term(BigInteger factor, Unit unit) implements Literal {}

  /** {@code Daily}, {@code Weekly}, {@code Monthly}, {@code Quarterly}, {@code Yearly}. */
  record Frequency(Unit every) implements Literal {}

  /**
   * {@code NL91ABNA0417164300}.
   *
   * @param value letters and digits
   */
  record Iban(String value) implements Literal {}

  /** {@code EURIBOR}, {@code AIRBOR}, {@code LIBOR}, {@code INGBASIS}, {@code LIMITBASED}. */
  record InterestNorm(String name) implements Literal {}

  /** {@code fixed 3%}, {@code norm EURIBOR ++ fixed 1% bounded by min = fixed 0%}. */
  record InterestTariff(Tariff tariff) implements Literal {}

  /** {@code ANY}: the literal that fits every value in a {@code case}. */
  record Any() implements Literal {}

  /** The calendar's units that terms, periods and frequencies count in. */
  enum Unit {
    DAY,
    WEEK,
    MONTH,
    QUARTER,
    YEAR
  }
}
