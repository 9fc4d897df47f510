package tutti.engine.relational;

import java.util.Arrays;
import tutti.model.schema.ValueType;

/**
 * A result of a procedure that does not exist any more, or that returns a value of another type
 * now. No code can make a value of the bytes any more, but the bytes are kept, with their type, for
 * as long as other answers are. So a client that asks again gets the answer that the call happened,
 * and that its result cannot be read. Immutable.
 */
public final class FormerResult {
  private final ValueType type;
  private final byte[] bytes;

  /**
   * @param bytes the bytes of a value of that type; not copied
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
