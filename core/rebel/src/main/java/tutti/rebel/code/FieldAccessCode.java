package tutti.rebel.code;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import tutti.rebel.typed.Accessor;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;
import tutti.rebel.value.Term;

/** The code of field accesses on built-in values. */
final class FieldAccessCode {
  private FieldAccessCode() {}

  static Code part(Accessor accessor, Code target) {
    return switch (accessor) {
      case MONEY_CURRENCY -> f -> ((Money) target.eval(f)).currency();
      case MONEY_AMOUNT -> f -> ((Money) target.eval(f)).hundredths();
      case IBAN_COUNTRY_CODE -> f -> ((Iban) target.eval(f)).countryCode();
      case DATE_TIME_DATE -> f -> ((LocalDateTime) target.eval(f)).toLocalDate();
      case DATE_TIME_TIME -> f -> ((LocalDateTime) target.eval(f)).toLocalTime();
      case DATE_DAY -> f -> (long) ((LocalDate) target.eval(f)).getDayOfMonth();
      case DATE_MONTH -> f -> (long) ((LocalDate) target.eval(f)).getMonthValue();
      case DATE_YEAR -> f -> (long) ((LocalDate) target.eval(f)).getYear();
      case TIME_HOUR -> f -> (long) ((LocalTime) target.eval(f)).getHour();
      case TIME_MINUTES -> f -> (long) ((LocalTime) target.eval(f)).getMinute();
      case TIME_SECONDS -> f -> (long) ((LocalTime) target.eval(f)).getSecond();
      case TERM_FACTOR -> f -> ((Term) target.eval(f)).factor();
      case TERM_PERIOD -> f -> ((Term) target.eval(f)).period();
    };
  }
}
