package tutti.rebel.code;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Tariff;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Dates;
import tutti.rebel.value.Frequency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Infinity;
import tutti.rebel.value.Integers;
import tutti.rebel.value.InterestNorm;
import tutti.rebel.value.InterestTariff;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.rebel.value.Period;
import tutti.rebel.value.Term;

/** The values that literals stand for. */
final class Constants {
  private Constants() {}

  static Code code(Literal literal) {
    return switch (literal) {
      case Literal.Now() -> frame -> Dates.at(frame.around.now());
      case Literal.Date(int day, int month, var year) when year.isEmpty() ->
          frame -> thisYear(frame, month, day);
      case Literal.DateTime(var date, var time) when date.year().isEmpty() ->
          frame -> thisYear(frame, date.month(), date.day()).atTime(time);
      default -> new Code.Constant(value(literal));
    };
  }

  /** The value of a date without a year, which is in the year of the transaction. */
  private static LocalDate thisYear(Frame frame, int month, int day) {
    return Dates.inYear(Dates.at(frame.around.now()).getYear(), month, day);
  }

  /** The value of a literal that is the same in every transaction. */
  static Object value(Literal literal) {
    return switch (literal) {
      case Literal.IntegerNumber(var value) -> Integers.of(value);
      case Literal.Infinity() -> Infinity.POSITIVE;
      case Literal.Truth(boolean value) -> value;
      case Literal.Text(String value) -> value;
      case Literal.Money(String currency, BigDecimal amount) ->
          Money.ofThousandths(Currency.of(currency), amount.movePointRight(3).toBigIntegerExact());
      case Literal.Currency(String code) -> Currency.of(code);
      case Literal.Percentage(var value) -> Percentage.of(new BigDecimal(value));
      case Literal.Date date -> date(date);
      case Literal.Time(var value) -> value;
      case Literal.DateTime(var date, var time) -> LocalDateTime.of(date(date), time);
      case Literal.Period(var unit) -> period(unit);
      case Literal.Term(var factor, var unit) -> Term.of(Integers.of(factor), period(unit));
      case Literal.Frequency(var every) -> frequency(every);
      case Literal.Iban(String value) -> Iban.parse(value);
      case Literal.InterestNorm(String name) -> InterestNorm.parse(name);
      case Literal.InterestTariff(var tariff) -> tariff(tariff);
      case Literal.Now() -> throw noConstant(literal);
      case Literal.Any() -> throw noConstant(literal);
    };
  }

  private static IllegalArgumentException noConstant(Literal literal) {
    return new IllegalArgumentException("no constant: " + literal);
  }

  private static LocalDate date(Literal.Date date) {
    return LocalDate.of(date.year().orElseThrow(), date.month(), date.day());
  }

  private static Period period(Literal.Unit unit) {
    return switch (unit) {
      case DAY -> Period.DAY;
      case WEEK -> Period.WEEK;
      case MONTH -> Period.MONTH;
      case QUARTER -> Period.QUARTER;
      case YEAR -> Period.YEAR;
    };
  }

  private static Frequency frequency(Literal.Unit unit) {
    return switch (unit) {
      case DAY -> Frequency.DAILY;
      case WEEK -> Frequency.WEEKLY;
      case MONTH -> Frequency.MONTHLY;
      case QUARTER -> Frequency.QUARTERLY;
      case YEAR -> Frequency.YEARLY;
    };
  }

  private static InterestTariff tariff(Tariff tariff) {
    return switch (tariff) {
      case Tariff.Fixed(var percentage) ->
          new InterestTariff.Fixed(Percentage.of(new BigDecimal(percentage)));
      case Tariff.Norm(String name) -> new InterestTariff.NormBased(InterestNorm.parse(name));
      case Tariff.Plus(var base, var addition) ->
          new InterestTariff.Raised(tariff(base), tariff(addition));
      case Tariff.Minus(var base, var deduction) ->
          new InterestTariff.Lowered(tariff(base), tariff(deduction));
      case Tariff.Bounded(var base, var min, var max) ->
          new InterestTariff.Bounded(
              tariff(base), min.map(Constants::tariff), max.map(Constants::tariff));
    };
  }
}
