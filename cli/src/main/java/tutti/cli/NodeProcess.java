package tutti.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node in a process of its own that this one started. It ends when its input does: also when this
 * process is killed. Thread-safe.
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
   * Starts it.
   *
   * @param out takes the lines of its output, with the node's name in front
   * @param err takes those of its errors
   */
  static NodeProcess start(
      String name, List<String> command, Consumer<String> out, Consumer<String> err)
      throws IOException {
    return new NodeProcess(name, new ProcessBuilder(command).start(), out, err);
  }

  /** Passes on what it says until its end. */
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
                // It has said all that it ever will.
              }
              end.complete(null);
            });
    return end;
  }

  String name() {
    return name;
  }

  /** Where it answers; never, if it ends before. */
  CompletableFuture<String> ready() {
    return ready;
  }

  /** Its exit status, once it has ended and all that it said was passed on. */
  CompletableFuture<Integer> ended() {
    return ended;
  }

  /** Asks it to end in good order. */
  void askToEnd() {
    try {
      process.getOutputStream().close();
    } catch (IOException gone) {
      // It has ended already.
    }
  }

  /** Ends it at once. */
  void kill() {
    process.destroyForcibly();
  }
}
