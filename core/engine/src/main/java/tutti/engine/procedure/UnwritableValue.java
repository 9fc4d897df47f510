package tutti.engine.procedure;

import tutti.model.Abort;
import tutti.model.codec.ValueTooLarge;

/**
 * A result or an argument of a procedure that cannot be written, such as a record with a null
 * component. The exception ends the procedure that has made the value, as any other exception of
 * the procedure's code does.
 */
final class UnwritableValue extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String value;
  private final Throwable cause;

  /**
   * @param value in words, such as "the Label that it returned"
   * @param cause an exception of the codec, which names the place, or of an accessor
   */
  UnwritableValue(String value, Throwable cause) {
    super(value + " cannot be written", cause);
    this.value = value;
    this.cause = cause;
  }

  /** Returns the refusal of a value that has too much in it: a rule, and no mistake of the code. */
  static Abort tooLarge(String value, ValueTooLarge cause) {
    return new Abort(
        ValueTooLarge.CODE, value + " cannot be written: " + String.valueOf(cause.getMessage()));
  }

  /** Says the value, and what is in the way. */
  String text() {
    return value + " cannot be written: " + Thrown.text(cause);
  }

  /** Says it in words that are the same on all hosts. */
  String alike() {
    return value + " cannot be written: " + Thrown.alike(cause);
  }
}
