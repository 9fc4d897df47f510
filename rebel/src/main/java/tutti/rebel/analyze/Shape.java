package tutti.rebel.analyze;

/** What is known of a transaction before it runs; each shape includes those before it. */
public enum Shape {
  /** It touches one instance, named by the request: there is no one to agree with. */
  ONE_SHOT("one-shot"),
  /**
   * The request tells all instances that it touches; values may flow between them, and each may
   * refuse.
   */
  KNOWN_KEYS("known-keys"),
  /** Some instance is only known once a field has been read, or a procedure runs. */
  DYNAMIC("dynamic");

  private final String text;

  Shape(String text) {
    this.text = text;
  }

  /** The larger of two. */
  Shape or(Shape other) {
    return compareTo(other) >= 0 ? this : other;
  }

  @Override
  public String toString() {
    return text;
  }
}
