package tutti.rebel.value;

import java.util.function.Supplier;
import tutti.model.Refusal;

/**
 * An operation that has no result for these values: mixed currencies, a division by zero, a number
 * that is too large. The exception ends the evaluation of the rule that contains the operation; the
 * transaction is refused. The exception is control flow, so it has no stack trace, and its text is
 * made when it is read.
 */
public final class ValueRefused extends RuntimeException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final transient Supplier<String> text;

  public ValueRefused(String code, Supplier<String> text) {
    super(null, null, false, false);
    this.code = code;
    this.text = text;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String message() {
    return text.get();
  }

  @Override
  public String getMessage() {
    return code + ": " + message();
  }

  static ValueRefused mixedCurrencies(Money left, Money right) {
    return new ValueRefused(
        "mixed-currencies",
        () -> left + " and " + right + " are of different currencies; convert one of them first");
  }

  static ValueRefused divisionByZero(Object dividend) {
    return new ValueRefused("division-by-zero", () -> dividend + " cannot be divided by zero");
  }

  static ValueRefused tooLarge(String what) {
    return new ValueRefused(
        "number-too-large", () -> what + " has more than " + Digits.LIMIT + " digits");
  }

  static ValueRefused dateOutOfRange(Object date, Term term) {
    return new ValueRefused(
        "date-out-of-range",
        () -> date + " and " + term + " lead out of the years 1 to 9999 that dates can have");
  }
}
