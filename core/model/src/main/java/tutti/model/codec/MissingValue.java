package tutti.model.codec;

/** A null in a place where a value has to be. The message says the place, and nothing else. */
public final class MissingValue extends NullPointerException {
  private static final long serialVersionUID = 1;

  /**
   * @param message names the place, as in {@code "the key of a Customer is null"}
   */
  public MissingValue(String message) {
    super(message);
  }
}
