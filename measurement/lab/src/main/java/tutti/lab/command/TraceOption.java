package tutti.lab.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.lab.node.MessageTrace;

/** The flag for a trace of messages. */
@Command
final class TraceOption {
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write the first messages between nodes there, a line each; those of further runs go"
              + " beside it, with a number.")
  private @Nullable Path file;

  /**
   * Returns the trace that writes the messages.
   *
   * @param joined whether there are several nodes that this process can listen to
   * @throws IllegalArgumentException if the flag was given and there are not
   */
  MessageTrace messages(boolean joined) {
    Path given = file;
    if (given == null) {
      return MessageTrace.NONE;
    }
    if (!joined) {
      throw new IllegalArgumentException(
          "--trace writes the messages between nodes of this process: say --nodes 2 or more");
    }
    return MessageTrace.to(given);
  }
}
