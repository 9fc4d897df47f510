package tutti.lab.tpcc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * A file of comma-separated values (RFC 4180), with a header, in UTF-8: decimals with their places,
 * times as ISO 8601 in UTC, an empty value for null, and quotes around an empty text.
 */
final class Csv implements AutoCloseable {
  /** A value that is null. */
  static final String NULL = "";

  private static final String LINE = "\r\n";

  private final Writer out;

  private Csv(Writer out) {
    this.out = out;
  }

  /** Begins a file, in place of one that is there. */
  static Csv begin(Path file, List<String> header) throws IOException {
    Csv csv = new Csv(Files.newBufferedWriter(file));
    csv.row(header);
    return csv;
  }

  /**
   * Writes a row.
   *
   * @param values as {@link #text} and its like make them
   * @throws UncheckedIOException if the file cannot be written
   */
  void row(List<String> values) {
    try {
      out.write(String.join(",", values));
      out.write(LINE);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static String text(String value) {
    boolean plain =
        !value.isEmpty()
            && value.chars().noneMatch(c -> c == '"' || c == ',' || c == '\r' || c == '\n');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }

  static String number(int value) {
    return Integer.toString(value);
  }

  /** Returns a number with that many places, none of which it may exceed. */
  static String decimal(BigDecimal value, int places) {
    return value.setScale(places, RoundingMode.UNNECESSARY).toPlainString();
  }

  static String time(Instant value) {
    return DateTimeFormatter.ISO_INSTANT.format(value);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
