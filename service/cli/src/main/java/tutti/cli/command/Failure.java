package tutti.cli.command;

import java.util.function.Function;
import java.util.function.Supplier;

/** An exception that ends a command with a message for a person, without a stack trace. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int exitStatus;

  /**
   * @param message the failure and the remedy, without the command's name
   */
  public Failure(int exitStatus, String message) {
    super(message, null, false, false);
    this.exitStatus = exitStatus;
  }

  /**
   * The value that is read of a flag; if the reader refuses it, that is wrong usage of the flag.
   */
  public static <T> T reading(String flag, Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, flag + ": " + wrong.getMessage());
    }
  }

  /** The value that the reader makes of a flag's text. */
  public static <T> T reading(String flag, String text, Function<String, T> reader) {
    return reading(flag, () -> reader.apply(text));
  }

  public int exitStatus() {
    return exitStatus;
  }
}
