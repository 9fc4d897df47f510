package tutti.cli.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.cli.CommandInside;
import tutti.model.testing.Await;

/**
 * {@code tutti run} on a thread of the test: for what starts and stops in good order, where the
 * process itself is not what is tested. A start costs a tenth of a process's.
 */
final class ServiceInside extends Service {
  private static final Pattern READY = Pattern.compile("is ready at (http://\\S+)");

  private final CommandInside command = new CommandInside();
  private final CompletableFuture<Integer> status = new CompletableFuture<>();
  private final CompletableFuture<String> url = new CompletableFuture<>();

  private ServiceInside() {}

  /** Starts {@code tutti} with these arguments. */
  static ServiceInside start(String... arguments) {
    ServiceInside started = new ServiceInside();
    Thread.ofPlatform()
        .name("tutti-inside")
        .start(
            () -> {
              try {
                started.status.complete(started.command.execute(arguments));
              } catch (RuntimeException | Error failed) {
                started.status.completeExceptionally(failed);
              }
            });
    return started;
  }

  /** Serves an application on a free port, and waits until it is ready. */
  static ServiceInside serve(Path application, Path data, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", application.toString(), "--port", "0", "--data", data.toString()));
    arguments.addAll(List.of(more));
    ServiceInside started = start(arguments.toArray(String[]::new));
    started.awaitReady();
    return started;
  }

  void awaitReady() throws Exception {
    Await.that(
        () -> "ready: " + output(),
        () -> {
          Matcher said = READY.matcher(output());
          if (said.find()) {
            url.complete(said.group(1));
          }
          return url.isDone() || status.isDone();
        });
    if (!url.isDone()) {
      throw new AssertionError("not ready; it said:\n" + output());
    }
  }

  @Override
  String url() {
    return url.join();
  }

  @Override
  String output() {
    return command.output();
  }

  @Override
  void terminate() {
    command.stop();
  }

  @Override
  int exitStatus() throws InterruptedException {
    try {
      return status.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | java.util.concurrent.ExecutionException failed) {
      throw new AssertionError("it did not end; it said:\n" + output(), failed);
    }
  }

  @Override
  public void close() {
    terminate();
    status.exceptionally(failed -> 1).join();
  }
}
