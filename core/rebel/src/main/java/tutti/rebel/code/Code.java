package tutti.rebel.code;

import tutti.rebel.value.ValueRefused;

/** A compiled expression. Pure, thread-safe, and never null-valued. */
@FunctionalInterface
public interface Code {

  /**
   * Returns the expression's value.
   *
   * @throws ValueRefused if the expression has no value
   * @throws tutti.model.Unobserved if another instance must be read first
   */
  Object eval(Frame frame);

  /** The value of a Boolean expression. */
  default boolean test(Frame frame) {
    return (Boolean) eval(frame);
  }

  /** The code of a Boolean expression, which gives its truth without an object. */
  @FunctionalInterface
  interface Test extends Code {
    @Override
    boolean test(Frame frame);

    @Override
    default Object eval(Frame frame) {
      return test(frame);
    }
  }

  /** The code of a known value. */
  record Constant(Object value) implements Code {
    @Override
    public Object eval(Frame frame) {
      return value;
    }
  }
}
