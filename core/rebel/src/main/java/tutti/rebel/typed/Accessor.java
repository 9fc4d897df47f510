package tutti.rebel.typed;

import static tutti.rebel.value.Type.Simple.CURRENCY;
import static tutti.rebel.value.Type.Simple.DATE;
import static tutti.rebel.value.Type.Simple.DATE_TIME;
import static tutti.rebel.value.Type.Simple.IBAN;
import static tutti.rebel.value.Type.Simple.INTEGER;
import static tutti.rebel.value.Type.Simple.MONEY;
import static tutti.rebel.value.Type.Simple.PERIOD;
import static tutti.rebel.value.Type.Simple.STRING;
import static tutti.rebel.value.Type.Simple.TERM;
import static tutti.rebel.value.Type.Simple.TIME;

import tutti.rebel.value.Type;

/** The parts of built-in values that an expression can name after a dot. */
public enum Accessor {
  MONEY_CURRENCY(MONEY, "currency", CURRENCY),
  /** The amount in hundredths of a unit; see docs/rebel.md. */
  MONEY_AMOUNT(MONEY, "amount", INTEGER),
  IBAN_COUNTRY_CODE(IBAN, "countryCode", STRING),
  DATE_TIME_DATE(DATE_TIME, "date", DATE),
  DATE_TIME_TIME(DATE_TIME, "time", TIME),
  DATE_DAY(DATE, "day", INTEGER),
  DATE_MONTH(DATE, "month", INTEGER),
  DATE_YEAR(DATE, "year", INTEGER),
  TIME_HOUR(TIME, "hour", INTEGER),
  TIME_MINUTES(TIME, "minutes", INTEGER),
  TIME_SECONDS(TIME, "seconds", INTEGER),
  TERM_FACTOR(TERM, "factor", INTEGER),
  TERM_PERIOD(TERM, "period", PERIOD);

  private final Type.Simple of;
  private final String field;
  private final Type.Simple result;

  Accessor(Type.Simple of, String field, Type.Simple result) {
    this.of = of;
    this.field = field;
    this.result = result;
  }

  /** The type that has this part. */
  public Type.Simple of() {
    return of;
  }

  /** The part's name, as an expression has it after the dot. */
  public String field() {
    return field;
  }

  /** The type of the part. */
  public Type.Simple result() {
    return result;
  }
}
