package tutti.engine.relational;

import java.util.Arrays;
import tutti.model.schema.ValueType;

/**
 * A result of a procedure that is gone by now, or that returns a value of another type: no code can
 * make a value of the bytes any more, but they are kept as long as other answers are, with their
 * type. So a client that asks again is told that the call happened, and that its result cannot be
 * read. Immutable.
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
  ValueType type() {
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
