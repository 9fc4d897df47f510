package tutti.lab.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One incarnation of a node, in a process of its own. Thread-safe. */
public final class RealNode {
  private static final Pattern READY =
      Pattern.compile(" (?:is ready|answers) at (http://\\S+:\\d+)");

  private final Process process;
  private final CompletableFuture<URI> url = new CompletableFuture<>();
  private final List<Thread> readers = new ArrayList<>();

  private RealNode(Process process, Path log) throws IOException {
    this.process = process;
    PrintWriter out =
        new PrintWriter(
            Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            true);
    readers.add(read(process.inputReader(), out));
    readers.add(read(process.errorReader(), out));
    process.onExit().thenRun(() -> url.completeExceptionally(new IOException("it has ended")));
  }

  /**
   * Starts a process.
   *
   * @param setting a command of the shell before the start, as {@code ulimit -f 128}, or nothing
   * @param command the command that starts the node
   * @param log the file to which its output is appended
   */
  public static RealNode start(String setting, List<String> command, Path log) throws IOException {
    List<String> whole = new ArrayList<>();
    if (!setting.isEmpty()) {
      whole.addAll(List.of("sh", "-c", setting + "; exec \"$@\"", "sh"));
    }
    whole.addAll(command);
    return new RealNode(new ProcessBuilder(whole).start(), log);
  }

  private Thread read(BufferedReader from, PrintWriter to) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (from) {
                for (String line = from.readLine(); line != null; line = from.readLine()) {
                  to.println(line);
                  Matcher ready = READY.matcher(line);
                  if (ready.find()) {
                    url.complete(URI.create(ready.group(1)));
                  }
                }
              } catch (IOException killed) {
                // The output has ended.
              }
            });
  }

  /**
   * Waits until the node answers.
   *
   * @return whether it answers; if not, it has ended or the time is over
   */
  public boolean awaitUrl(long seconds) throws InterruptedException {
    try {
      url.get(seconds, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException | TimeoutException ended) {
      return false;
    }
  }

  /** Returns the port of the node's service, once {@link #awaitUrl} was true. */
  public int port() {
    return url.join().getPort();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends {@code kill -9}; returns when the process is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    awaitReaders();
  }

  /**
   * Sends {@code SIGTERM}.
   *
   * @return whether the process ended well within this time
   */
  public boolean stop(long seconds) throws InterruptedException {
    process.toHandle().destroy();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    awaitReaders();
    return ended && process.exitValue() == 0;
  }

  private void awaitReaders() throws InterruptedException {
    for (Thread reader : readers) {
      reader.join(1_000);
    }
  }

  /** Sends a signal by its name, as {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0 && process.isAlive()) {
      throw new IOException("kill -" + name + " failed");
    }
  }
}
