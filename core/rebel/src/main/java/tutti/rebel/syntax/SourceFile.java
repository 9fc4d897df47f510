package tutti.rebel.syntax;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of one file and the offsets of its lines. Immutable; files are equal if their names are.
 */
public final class SourceFile {

  private final String name;
  private final String text;
  private final int[] lineStarts;

  /**
   * @param name the file's name for people: usually its path as it was given
   * @param text the whole file
   */
  public SourceFile(String name, String text) {
    this.name = name;
    this.text = text;
    List<Integer> starts = new ArrayList<>();
    starts.add(0);
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        starts.add(i + 1);
      }
    }
    this.lineStarts = starts.stream().mapToInt(Integer::intValue).toArray();
  }

  public String name() {
    return name;
  }

  public String text() {
    return text;
  }

  /** The line of an offset, counted from 1. */
  public int line(int offset) {
    int low = 0;
    int high = lineStarts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (lineStarts[middle] <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low + 1;
  }

  /** The column of an offset in its line, counted from 1, in UTF-16 units. */
  public int column(int offset) {
    return offset - lineStarts[line(offset) - 1] + 1;
  }

  /** The text of a line, counted from 1, without its end. */
  public String lineText(int line) {
    int from = lineStarts[line - 1];
    int to = line < lineStarts.length ? lineStarts[line] - 1 : text.length();
    if (to > from && text.charAt(to - 1) == '\r') {
      to--;
    }
    return text.substring(from, to);
  }

  @Override
  public String toString() {
    return name;
  }
}
