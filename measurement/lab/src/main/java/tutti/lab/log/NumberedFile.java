package tutti.lab.log;

import java.nio.file.Path;

/** The files of several things: the first has the given name, and the others lie beside it. */
public final class NumberedFile {
  private NumberedFile() {}

  /**
   * Returns the file of one of them: {@code history.jsonl}, {@code history-2.jsonl}, …
   *
   * @param first the file of the first one
   * @param number from 1
   */
  public static Path of(Path first, int number) {
    if (number == 1) {
      return first;
    }
    String name = String.valueOf(first.getFileName());
    int dot = name.lastIndexOf('.');
    String numbered =
        dot <= 0
            ? name + "-" + number
            : name.substring(0, dot) + "-" + number + name.substring(dot);
    return first.resolveSibling(numbered);
  }
}
