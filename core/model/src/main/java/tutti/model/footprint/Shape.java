package tutti.model.footprint;

/**
 * The knowledge about a transaction before it runs (docs/rulings.md#object-model); each shape
 * includes those before it.
 */
public enum Shape {
  /**
   * A transaction whose actors and arguments are known before it runs, and in which nothing aborts
   * (Janus §3).
   */
  ONE_SHOT("one-shot"),
  /**
   * A transaction whose actors are known before it runs; values may flow between its parts, and
   * each may refuse (Janus §4).
   */
  KNOWN_KEYS("known-keys"),
  /** A transaction of which some actor is only known while it runs. */
  DYNAMIC("dynamic");

  private final String text;

  Shape(String text) {
    this.text = text;
  }

  /** Returns the larger of two shapes: the shape of a transaction that has parts of both. */
  public Shape or(Shape other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** The shape as messages and {@code tutti explain} write it: {@code known-keys}. */
  @Override
  public String toString() {
    return text;
  }
}
