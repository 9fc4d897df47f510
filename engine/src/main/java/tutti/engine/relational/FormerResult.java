package tutti.engine.relational;

import java.util.Arrays;
import tutti.model.schema.ValueType;

/**
 * What a procedure returned that is gone by now, or returns something of another kind: nobody can
 * make a value of it any more, but it is kept as long as other answers are, with its type beside
 * it. So whoever asks again is told that it happened, and what is missing. Immutable.
 */
public final class FormerResult {
  private final ValueType type;
  private final byte[] bytes;

  /**
   * @param bytes of a value of that type; not copied
   */
  FormerResult(ValueType type, byte[] bytes) {
    this.type = type;
    this.bytes = bytes;
  }

  /** Returns the type of the value. */
  public ValueType type() {
    return type;
  }

  byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FormerResult that
        && type.equals(that.type)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns a text for people. */
  @Override
  public String toString() {
    return "a result of type "
        + type
        + ", from an older version of the application; this version cannot read it";
  }
}
