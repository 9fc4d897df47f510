package tutti.cli.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node in a process of its own that this process started. The node ends when its input ends, also
 * when this process is killed. Thread-safe.
 */
final class NodeProcess {
  private static final Pattern READY = Pattern.compile(RunCommand.READY + "(\\S+)$");

  private final String name;
  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final CompletableFuture<Integer> ended;

  private NodeProcess(String name, Process process, Consumer<String> out, Consumer<String> err) {
    this.name = name;
    this.process = process;
    CompletableFuture<Void> saidOut = pass(process.inputReader(), out);
    CompletableFuture<Void> saidErr = pass(process.errorReader(), err);
    this.ended =
        CompletableFuture.allOf(process.onExit(), saidOut, saidErr)
            .thenApply(done -> process.exitValue());
  }

  /**
   * Starts the process.
   *
   * @param out takes the lines of the node's output, with its name in front
   * @param err takes the lines of its errors
   */
  static NodeProcess start(
      String name, List<String> command, Consumer<String> out, Consumer<String> err)
      throws IOException {
    return new NodeProcess(name, new ProcessBuilder(command).start(), out, err);
  }

  /** Passes on the lines of a stream until its end. */
  private CompletableFuture<Void> pass(BufferedReader from, Consumer<String> to) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("output-of-" + name)
        .start(
            () -> {
              try (from) {
                for (String line = from.readLine(); line != null; line = from.readLine()) {
                  to.accept("[" + name + "] " + line);
                  Matcher match = READY.matcher(line);
                  if (match.find()) {
                    ready.complete(match.group(1));
                  }
                }
              } catch (IOException killed) {
                // The stream has ended with the process.
              }
              end.complete(null);
            });
    return end;
  }

  String name() {
    return name;
  }

  /** Completes with the node's address when the node is ready; never, if the node ends before. */
  CompletableFuture<String> ready() {
    return ready;
  }

  /** Completes with the exit status when the node has ended and all its lines were passed on. */
  CompletableFuture<Integer> ended() {
    return ended;
  }

  /** Asks the node to end in good order. */
  void askToEnd() {
    try {
      process.getOutputStream().close();
    } catch (IOException gone) {
      // The node has ended already.
    }
  }

  /** Ends the node immediately. */
  void kill() {
    process.destroyForcibly();
  }
}
