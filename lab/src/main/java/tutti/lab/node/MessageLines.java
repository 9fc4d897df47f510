package tutti.lab.node;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import tutti.engine.distribution.MessageInWords;
import tutti.model.Application;

/**
 * Messages between nodes as a file: a line each, with tabs between when it was sent, from whom, to
 * whom, its bytes, the transactions that it is about, and what it says.
 */
public final class MessageLines implements AutoCloseable {
  /** The longest text of a line. */
  private static final int MOST_CHARACTERS = 300;

  private final BufferedWriter out;
  private final MessageInWords.Reader reader;

  /** Into this file, replacing what is there. */
  public MessageLines(Path file, Application application) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    out = Files.newBufferedWriter(file);
    reader = new MessageInWords.Reader(application);
    out.write("# us\tfrom\tto\tbytes\ttransactions\tmessage\n");
  }

  /**
   * One message.
   *
   * @param nanos when it was sent
   * @param fate what became of it, if that is worth a word
   */
  public void add(long nanos, int from, int to, byte[] bytes, String fate) throws IOException {
    MessageInWords words = reader.read(bytes);
    String about = words.about().stream().map(Object::toString).collect(Collectors.joining(","));
    String text = (words.detail().isEmpty() ? "" : ": " + words.detail()).replaceAll("\\s", " ");
    out.write(
        String.format(
            Locale.ROOT,
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

  /** Says at the end what the file does not have. */
  public void note(String what) throws IOException {
    out.write("# " + what + "\n");
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
