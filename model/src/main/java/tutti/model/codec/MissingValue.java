package tutti.model.codec;

/** A null in a place where a value has to be. The message says the place, and nothing else. */
public final class MissingValue extends NullPointerException {
  private static final long serialVersionUID = 1;

  MissingValue(String message) {
    super(message);
  }
}
