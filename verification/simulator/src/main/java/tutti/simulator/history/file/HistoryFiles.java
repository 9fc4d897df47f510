package tutti.simulator.history.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;

/**
 * Histories as files of JSON lines: a header, an operation a line, and the versions that were found
 * at the end. {@code docs/history-format.md} has every field, with examples.
 */
public final class HistoryFiles {
  /** The number of the format that is written; other formats are refused. */
  static final int FORMAT = 1;

  private HistoryFiles() {}

  /**
   * Reads a file, line by line.
   *
   * @throws HistoryFormatException if it is no history, with the line, the field and a form that
   *     would do
   * @throws IOException if the file cannot be read
   */
  public static RecordedHistory read(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      return read(reader);
    }
  }

  /** Reads all lines of a text, as {@link #read(Path)} does. */
  public static RecordedHistory read(BufferedReader lines) throws IOException {
    return new HistoryReader(lines).read();
  }

  /** Writes a file, replacing an older one. */
  public static void write(Path file, RecordedHistory history) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file)) {
      write(writer, history);
    }
  }

  /** Writes all lines; the writer stays open. */
  public static void write(Writer writer, RecordedHistory history) throws IOException {
    HistoryWriter out = new HistoryWriter(writer, history.claim());
    for (Operation operation : history.operations()) {
      out.add(operation);
    }
    out.last(history.last());
    out.flush();
  }
}
