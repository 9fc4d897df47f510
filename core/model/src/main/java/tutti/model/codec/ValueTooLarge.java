package tutti.model.codec;

/**
 * A value that has more elements or characters than an argument, a result or a row may have. The
 * message is the same everywhere.
 */
public final class ValueTooLarge extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** The code of the refusal. */
  public static final String CODE = "too-large";

  ValueTooLarge(String message) {
    super(message);
  }
}
