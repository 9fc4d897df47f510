package tutti.rebel.syntax;

import java.time.LocalTime;
import java.time.MonthDay;
import tutti.rebel.value.Type;

/**
 * A constant as it is written, already parsed. Literals are equal if their values are, without
 * regard to their places.
 */
public sealed interface Literal {
  /** Returns the type of the constant. */
  Type type();

  /**
   * A constant with one value in every transaction: {@code 42}, {@code EUR 50.00}, {@code 3 Month},
   * {@code 12 Jul 2017}, {@code norm EURIBOR ++ fixed 1%}.
   *
   * @param value of that type
   */
  record Value(Type.Simple type, Object value) implements Literal {}

  /** {@code 12 Jul}: a date in the year of {@code now}. */
  record DateThisYear(MonthDay day) implements Literal {
    @Override
    public Type type() {
      return Type.Simple.DATE;
    }
  }

  /** {@code 12 Jul, 14:30}: a date and time in the year of {@code now}. */
  record DateTimeThisYear(MonthDay day, LocalTime time) implements Literal {
    @Override
    public Type type() {
      return Type.Simple.DATE_TIME;
    }
  }

  /** {@code now}: the time of the transaction. */
  record Now() implements Literal {
    @Override
    public Type type() {
      return Type.Simple.DATE_TIME;
    }
  }

  /** {@code ANY}: the literal that fits every value in a {@code case}. */
  record Any() implements Literal {
    @Override
    public Type type() {
      return Type.Unknown.ANY;
    }
  }

  /** A String. */
  static Literal text(String text) {
    return new Value(Type.Simple.STRING, text);
  }

  /** {@code True} or {@code False}. */
  static Literal truth(boolean value) {
    return new Value(Type.Simple.BOOLEAN, value);
  }
}
