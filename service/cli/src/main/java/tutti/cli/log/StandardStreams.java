package tutti.cli.log;

import java.io.PrintStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams of this process. Its standard error, which has the log, never waits for its
 * reader; its standard output does, but for a service's: what a command writes there may be as long
 * as it likes, and is lost nowhere. Thread-safe.
 */
public final class StandardStreams {
  private static volatile boolean begun;

  private StandardStreams() {}

  /** Begins a process of the command: standard error is written by the log's thread from now on. */
  public static void begin() {
    begun = true;
    System.setErr(Errors.STREAM.stream());
    Runtime.getRuntime().addShutdownHook(new Thread(StandardStreams::drain, "end-of-streams"));
  }

  private static void drain() {
    Errors.STREAM.drain();
    UnblockedStream out = Output.stream;
    if (out != null) {
      out.drain();
    }
  }

  /** Writes an entry of the log, without a line's end. */
  static void log(String entry) {
    Errors.STREAM.write((entry + System.lineSeparator()).getBytes(Errors.TO.charset()));
  }

  /**
   * Returns the writer for a service's own texts: it must serve and end, whoever reads them.
   *
   * @param usual the writer of a command, which is returned where this process is none
   */
  public static synchronized PrintWriter ofService(PrintWriter usual) {
    if (!begun) {
      return usual;
    }
    UnblockedStream stream = Output.stream;
    if (stream == null) {
      stream = new UnblockedStream("output", System.out, lost -> null);
      Output.stream = stream;
    }
    return new PrintWriter(stream.stream(), true, System.out.charset());
  }

  private static final class Errors {
    static final PrintStream TO = System.err;
    static final UnblockedStream STREAM =
        new UnblockedStream("log", TO, lost -> LogFormat.lost(lost).getBytes(TO.charset()));
  }

  private static final class Output {
    static volatile @Nullable UnblockedStream stream;
  }
}
