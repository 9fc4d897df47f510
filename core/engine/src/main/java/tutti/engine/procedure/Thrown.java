package tutti.engine.procedure;

import java.util.Set;
import tutti.engine.runtime.Described;
import tutti.model.codec.MissingValue;

/** Exceptions of the application's code, in words. */
public final class Thrown {
  /**
   * The exceptions that the virtual machine makes itself, with a message; once the code is compiled
   * and has thrown often, it throws them without one. So their messages differ between hosts.
   */
  private static final Set<Class<?>> OF_THE_MACHINE =
      Set.of(
          NullPointerException.class,
          ArithmeticException.class,
          ArrayIndexOutOfBoundsException.class,
          ArrayStoreException.class,
          ClassCastException.class);

  private Thrown() {}

  /** Describes an exception, also one whose own description throws, or has no end. */
  static String text(Throwable thrown) {
    return switch (thrown) {
      case UnwritableValue value -> Described.shortened(value.text());
      case MissingValue missing -> Described.shortened(String.valueOf(missing.getMessage()));
      default -> Described.text(thrown);
    };
  }

  /**
   * Describes an exception by what is the same on all hosts that execute the same code on the same
   * values. For example, {@code java.lang.NullPointerException} has no message here.
   */
  public static String alike(Throwable thrown) {
    if (OF_THE_MACHINE.contains(thrown.getClass())) {
      return thrown.getClass().getName();
    }
    return thrown instanceof UnwritableValue value
        ? Described.shortened(value.alike())
        : text(thrown);
  }
}
