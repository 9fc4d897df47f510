package tutti.engine.runtime;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Exceptions of a program's code in words, also those whose own description throws, or has no end.
 */
public final class Described {
  /** The greatest length of a text, in UTF-16 units. */
  private static final int MOST_CHARS = 2000;

  /** The greatest length of a stack trace with all its causes, in UTF-16 units. */
  private static final int MOST_PRINTED = 1 << 18;

  private Described() {}

  /** Describes an exception, as {@code java.lang.IllegalStateException: no card}. */
  public static String text(Throwable thrown) {
    String text;
    try {
      text = String.valueOf(thrown.toString());
    } catch (RuntimeException | Error second) {
      requireHarmless(second);
      text = thrown.getClass().getName();
    }
    return shortened(text);
  }

  /** Returns a text of 2000 characters at most. */
  public static String shortened(String text) {
    return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + "…";
  }

  /**
   * Returns the exception if it can be printed, as loggers do, and else a stand-in for it. A
   * program's exception must not throw again where the node reports it, and must not exhaust the
   * memory of the process there.
   */
  public static Throwable printable(Throwable thrown) {
    try {
      thrown.printStackTrace(new PrintWriter(new Bound()));
      return thrown;
    } catch (RuntimeException | Error second) {
      requireHarmless(second);
      Throwable standIn =
          new IllegalStateException(thrown.getClass().getName() + ", which cannot be described");
      standIn.setStackTrace(thrown.getStackTrace());
      return standIn;
    }
  }

  /** Rethrows an error after which the process cannot go on; a stack that was too short is none. */
  private static void requireHarmless(Throwable second) {
    if (second instanceof VirtualMachineError fatal && !(second instanceof StackOverflowError)) {
      throw fatal;
    }
  }

  /** A writer that takes a bounded number of characters. */
  private static final class Bound extends Writer {
    private int written;

    @Override
    public void write(char[] text, int offset, int length) {
      written += length;
      if (written > MOST_PRINTED) {
        throw new IllegalStateException("a stack trace has no end");
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
