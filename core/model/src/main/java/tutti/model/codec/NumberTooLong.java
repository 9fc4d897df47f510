package tutti.model.codec;

/** A number that is longer than {@link NumberLimits} allows. The message is the same everywhere. */
public final class NumberTooLong extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  NumberTooLong() {
    super(
        "it has a number of more than "
            + NumberLimits.DIGITS
            + " digits: round it, or return it as text");
  }
}
