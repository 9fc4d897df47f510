package tutti.rebel.syntax;

/**
 * A stretch of a source file.
 *
 * @param file the source file
 * @param start offset of the first character
 * @param end offset after the last character; equal to {@code start} for a place between two
 */
public record Span(SourceFile file, int start, int end) {

  /** The line of the first character, counted from 1. */
  public int line() {
    return file.line(start);
  }

  /** The column of the first character, counted from 1. */
  public int column() {
    return file.column(start);
  }

  /** The characters themselves. */
  public String text() {
    return file.text().substring(start, end);
  }

  /** The characters without line breaks and indentation. */
  public String oneLine() {
    return text().strip().replaceAll("\\s+", " ");
  }

  /** The place as {@code file:line:column}, in the form that editors and terminals use. */
  @Override
  public String toString() {
    return file.name() + ":" + line() + ":" + column();
  }
}
