package tutti.engine.deployment;

import java.util.List;

/** The result of reading a deployment file: its settings, or all problems with it. */
public sealed interface Reading {

  /** The settings of a file in which all keys and values are right. */
  record Valid(Settings settings) implements Reading {}

  /**
   * The problems of a file in which at least one key or value is wrong.
   *
   * @param problems in the order of the file
   */
  record Invalid(List<Problem> problems) implements Reading {}

  /**
   * One problem of a file.
   *
   * @param where the file and line, or the flag
   * @param message the fault, the expected value and an example; cut at 2000 characters, since it
   *     may show a value of any length
   */
  record Problem(String where, String message) {
    private static final int MOST_CHARS = 2000;

    public Problem {
      if (message.length() > MOST_CHARS) {
        message = message.substring(0, MOST_CHARS) + "…";
      }
    }

    @Override
    public String toString() {
      return where + ": " + message;
    }
  }
}
