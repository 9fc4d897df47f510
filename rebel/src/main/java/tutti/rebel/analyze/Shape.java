package tutti.rebel.analyze;

/** The knowledge about a transaction before it runs; each shape includes those before it. */
public enum Shape {
  /**
   * A transaction that touches one instance, which the request names, so that it needs no
   * agreement.
   */
  ONE_SHOT("one-shot"),
  /**
   * A transaction whose request names all instances that it touches; values may flow between them,
   * and each may refuse.
   */
  KNOWN_KEYS("known-keys"),
  /**
   * A transaction in which some instance is known only after a field has been read, or in which a
   * procedure runs.
   */
  DYNAMIC("dynamic");

  private final String text;

  Shape(String text) {
    this.text = text;
  }

  /** Returns the larger of two shapes. */
  Shape or(Shape other) {
    return compareTo(other) >= 0 ? this : other;
  }

  @Override
  public String toString() {
    return text;
  }
}
