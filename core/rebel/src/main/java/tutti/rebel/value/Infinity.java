package tutti.rebel.value;

/** The Integer {@code Inf}, and its negation: larger, or smaller, than every other Integer. */
public enum Infinity {
  NEGATIVE("-Inf"),
  POSITIVE("Inf");

  private final String text;

  Infinity(String text) {
    this.text = text;
  }

  Infinity negate() {
    return this == POSITIVE ? NEGATIVE : POSITIVE;
  }

  static Infinity ofSign(int sign) {
    return sign < 0 ? NEGATIVE : POSITIVE;
  }

  @Override
  public String toString() {
    return text;
  }
}
