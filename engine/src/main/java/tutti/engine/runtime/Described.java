package tutti.engine.runtime;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Exceptions of a program's code in words, also those whose own description throws, or has no end.
 */
public final class Described {
  /** The greatest length of a text, in UTF-16 units. */
  private static final int MOST_CHARS = 2000;

  private Described() {}

  /** Describes an exception, as {@code java.lang.IllegalStateException: no card}. */
  public static String text(Throwable thrown) {
    String text;
    try {
      text = String.valueOf(thrown.toString());
    } catch (RuntimeException | StackOverflowError second) {
      text = thrown.getClass().getName();
    }
    return shortened(text);
  }

  /** Returns a text of 2000 characters at most. */
  public static String shortened(String text) {
    return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + "…";
  }

  /**
   * Returns the exception if it can be printed, as loggers do, and else one that stands for it: a
   * program's exception must not throw again where the node tells of it.
   */
  public static Throwable printable(Throwable thrown) {
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
}
