package tutti.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that this one has started. Its output is passed on line by line, and one of its lines
 * announces that it is ready. Thread-safe.
 */
public final class ChildProcess {
  private final Process process;
  private final CompletableFuture<MatchResult> ready = new CompletableFuture<>();
  private final CompletableFuture<Integer> ended;

  private ChildProcess(
      String name, Process process, Pattern line, Consumer<String> out, Consumer<String> err) {
    this.process = process;
    CompletableFuture<Void> saidOut = pass(name, process.inputReader(), line, out);
    CompletableFuture<Void> saidErr = pass(name, process.errorReader(), line, err);
    this.ended =
        CompletableFuture.allOf(process.onExit(), saidOut, saidErr)
            .thenApply(done -> process.exitValue());
    ended.thenRun(
        () -> ready.completeExceptionally(new IOException("it ended before it was ready")));
  }

  /**
   * Starts a process.
   *
   * @param name the name of the threads that read its output
   * @param ready matches the line that announces that the process is ready
   * @param out takes the lines of its output
   * @param err takes the lines of its errors
   */
  public static ChildProcess start(
      String name, List<String> command, Pattern ready, Consumer<String> out, Consumer<String> err)
      throws IOException {
    return new ChildProcess(name, new ProcessBuilder(command).start(), ready, out, err);
  }

  private CompletableFuture<Void> pass(
      String name, BufferedReader from, Pattern line, Consumer<String> to) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("output-of-" + name)
        .start(
            () -> {
              try (from) {
                for (String said = from.readLine(); said != null; said = from.readLine()) {
                  to.accept(said);
                  Matcher matcher = line.matcher(said);
                  if (matcher.find()) {
                    ready.complete(matcher.toMatchResult());
                  }
                }
              } catch (IOException killed) {
                // The output has ended with the process.
              }
              end.complete(null);
            });
    return end;
  }

  /**
   * Returns a future that completes with the line that announces that the process is ready, or with
   * a failure if the process ends.
   */
  public CompletableFuture<MatchResult> ready() {
    return ready;
  }

  /** Completes with the exit status when the process has ended and all its lines were passed on. */
  public CompletableFuture<Integer> ended() {
    return ended;
  }

  /**
   * Waits until the process is ready.
   *
   * @return whether it is; if not, it has ended or the time is over
   */
  public boolean awaitReady(long seconds) throws InterruptedException {
    try {
      ready.get(seconds, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException | TimeoutException ended) {
      return false;
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** Returns the numbers of the processes that this one has started, and that run. */
  public List<Long> descendants() {
    return process
        .descendants()
        .sorted(Comparator.comparingLong(ProcessHandle::pid))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** Ends the process's input, at which a node that belongs to a command ends. */
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException gone) {
      // The process has ended already.
    }
  }

  /** Sends {@code kill -9}, and does not wait. */
  public void destroy() {
    process.destroyForcibly();
  }

  /** Sends {@code kill -9}; returns when the process is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    awaitLines();
  }

  /**
   * Sends {@code SIGTERM}.
   *
   * @return whether the process ended well within this time
   */
  public boolean stop(long seconds) throws InterruptedException {
    process.toHandle().destroy();
    boolean gone = process.waitFor(seconds, TimeUnit.SECONDS);
    if (gone) {
      awaitLines();
    }
    return gone && process.exitValue() == 0;
  }

  private void awaitLines() throws InterruptedException {
    try {
      ended.get(1, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException heldByOthers) {
      // A process that inherited the output holds it open.
    }
  }

  /** Sends a signal by its name, as {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    if (!signal(name, List.of(process.pid())) && process.isAlive()) {
      throw new IOException("kill -" + name + " failed");
    }
  }

  /**
   * Sends a signal to processes, by their ids.
   *
   * @return false if there is no such signal, or one of them is gone
   */
  public static boolean signal(String name, List<Long> pids)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    return new ProcessBuilder(command).start().waitFor() == 0;
  }
}
