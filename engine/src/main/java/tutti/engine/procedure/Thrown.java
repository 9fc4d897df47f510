package tutti.engine.procedure;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Set;
import tutti.model.codec.MissingValue;

/** Exceptions of the application's code, in words. */
public final class Thrown {
  /** The greatest length of an exception's text in a reason, in UTF-16 units. */
  private static final int MOST_CHARS = 2000;

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
  public static String text(Throwable thrown) {
    String text;
    try {
      text =
          switch (thrown) {
            case UnwritableValue value -> value.text();
            case MissingValue missing -> String.valueOf(missing.getMessage());
            default -> thrown.toString();
          };
    } catch (RuntimeException | StackOverflowError second) {
      text = thrown.getClass().getName();
    }
    return shortened(String.valueOf(text));
  }

  /**
   * Describes an exception by what is the same on all hosts that execute the same code on the same
   * values. For example, {@code java.lang.NullPointerException} has no message here.
   */
  public static String alike(Throwable thrown) {
    if (OF_THE_MACHINE.contains(thrown.getClass())) {
      return thrown.getClass().getName();
    }
    return thrown instanceof UnwritableValue value ? shortened(value.alike()) : text(thrown);
  }

  /**
   * Returns the exception if it can be printed, as loggers do, and else one that stands for it:
   * what ends a transaction must not throw again where the node tells of it.
   */
  static Throwable printable(Throwable thrown) {
    try {
      thrown.printStackTrace(new PrintWriter(Writer.nullWriter()));
      return thrown;
    } catch (RuntimeException | StackOverflowError second) {
      Throwable standIn =
          new IllegalStateException(thrown.getClass().getName() + ", which cannot be described");
      standIn.setStackTrace(thrown.getStackTrace());
      return standIn;
    }
  }

  private static String shortened(String text) {
    return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + "…";
  }
}
