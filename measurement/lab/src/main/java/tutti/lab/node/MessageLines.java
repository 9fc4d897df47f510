package tutti.lab.node;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Collectors;
import tutti.engine.distribution.message.MessageInWords;
import tutti.lab.measure.Text;

/**
 * Messages between nodes as a file: a line each, with tabs between the time of sending, the sender,
 * the receiver, the number of bytes, the transactions of the message, and its content.
 */
public final class MessageLines implements AutoCloseable {
  /** The longest text of a line. */
  private static final int MOST_CHARACTERS = 300;

  private final BufferedWriter out;
  private final Function<byte[], MessageInWords> reader;

  /** Opens this file, replacing an old one. */
  public MessageLines(Path file, Function<byte[], MessageInWords> reader) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    out = Files.newBufferedWriter(file);
    this.reader = reader;
    out.write("# us\tfrom\tto\tbytes\ttransactions\tmessage\n");
  }

  /**
   * Adds one message.
   *
   * @param nanos the time of sending
   * @param fate the fate of the message, if it is worth a word
   */
  public void add(long nanos, int from, int to, byte[] bytes, String fate) throws IOException {
    MessageInWords words = reader.apply(bytes);
    String about = words.about().stream().map(Object::toString).collect(Collectors.joining(","));
    String text = (words.detail().isEmpty() ? "" : ": " + words.detail()).replaceAll("\\s", " ");
    out.write(
        Text.of(
            "%.3f\t%d\t%d\t%d\t%s\t%s%s%s%n",
            nanos / 1e3,
            from,
            to,
            bytes.length,
            about.isEmpty() ? "-" : about,
            words.name(),
            text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "…" : text,
            fate.isEmpty() ? "" : " (" + fate + ")"));
  }

  /** Adds at the end a note of the messages that the file does not have. */
  public void note(String what) throws IOException {
    out.write("# " + what + "\n");
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
