package tutti.cli.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.cli.rules.Repository;

/** The command in a process of its own, as users start it, and a client of its service. */
final class TuttiProcess extends Service {
  static final Path ROOT = Repository.root();

  private static final Pattern URL = Pattern.compile("http://[\\w.\\[\\]:-]+:\\d+");
  private static final Pattern ALL_READY =
      Pattern.compile("all (\\d+) nodes of \\S+ are ready: (.*)");
  private static final JsonMapper JSON = new JsonMapper();
  static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(60))
          .build();

  private final Process process;
  private final StringBuffer output = new StringBuffer();
  private final CompletableFuture<String> url = new CompletableFuture<>();
  private final List<Thread> readers = new ArrayList<>();

  private TuttiProcess(ProcessBuilder builder) throws IOException {
    process = builder.directory(ROOT.toFile()).start();
    readers.add(read(process.inputReader(StandardCharsets.UTF_8)));
    readers.add(
        read(
            new BufferedReader(
                new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))));
    process.onExit().thenRun(() -> url.completeExceptionally(new IllegalStateException("ended")));
  }

  /** Starts {@code tutti} with these arguments. */
  static TuttiProcess start(String... arguments) throws IOException {
    return new TuttiProcess(new ProcessBuilder(command(arguments)));
  }

  /** Starts {@code tutti} with a heap of that size, such as {@code 40m}. */
  static TuttiProcess startWithHeap(String heap, String... arguments) throws IOException {
    List<String> command = command(arguments);
    command.removeIf(word -> word.startsWith("-Xmx"));
    command.add(1, "-Xmx" + heap);
    return new TuttiProcess(new ProcessBuilder(command));
  }

  /**
   * Starts {@code tutti} from a shell that first runs {@code setting}, for instance a {@code
   * ulimit}.
   */
  static TuttiProcess startAfter(String setting, String... arguments) throws IOException {
    List<String> shell = new ArrayList<>(List.of("sh", "-c", setting + "; exec \"$@\"", "sh"));
    shell.addAll(command(arguments));
    return new TuttiProcess(new ProcessBuilder(shell));
  }

  /** Serves an application on a free port, and waits until it is ready. */
  static TuttiProcess serve(Path application, Path data, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", application.toString(), "--port", "0", "--data", data.toString()));
    arguments.addAll(List.of(more));
    TuttiProcess started = start(arguments.toArray(String[]::new));
    started.awaitReady();
    return started;
  }

  /** The command line before the arguments of {@code tutti}. */
  static List<String> launcher() {
    return Launcher.WORDS;
  }

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(launcher());
    command.addAll(List.of(arguments));
    return command;
  }

  private Thread read(BufferedReader stream) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (stream) {
                for (String line = stream.readLine(); line != null; line = stream.readLine()) {
                  output.append(line).append('\n');
                  Matcher match = URL.matcher(line);
                  if (match.find()) {
                    url.complete(match.group());
                  }
                }
              } catch (IOException ended) {
                output.append("(output ended: ").append(ended.getMessage()).append(")\n");
              }
            });
  }

  void awaitReady() throws Exception {
    try {
      url.get(180, TimeUnit.SECONDS);
    } catch (TimeoutException | java.util.concurrent.ExecutionException notReady) {
      close();
      throw new AssertionError("not ready; it said:\n" + output, notReady);
    }
  }

  @Override
  String url() {
    return url.join();
  }

  /**
   * Where it answers, if it has said so; a process that has not yet, or has ended before, did not.
   */
  Optional<String> urlSoFar() {
    return url.isDone() && !url.isCompletedExceptionally()
        ? Optional.of(url.join())
        : Optional.empty();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Where each of several nodes answers, once all do and have found each other. */
  List<String> urls() throws Exception {
    Cluster.await("ready: " + output, () -> ALL_READY.matcher(output).find());
    Matcher line = ALL_READY.matcher(output);
    List<String> urls = line.find() ? List.of(line.group(2).split(", ")) : List.of();
    awaitWhole(urls);
    return urls;
  }

  /** Waits until each of the nodes reaches all others, whatever may be in doubt on them. */
  static void awaitWhole(List<String> urls) throws Exception {
    for (String each : urls) {
      Cluster.await(
          each + " reaches all nodes",
          () -> {
            Answer ready = getFrom(each + "/ready");
            return ready.status() == 200 && !ready.body().has("missing");
          });
    }
  }

  @Override
  String output() {
    return output.toString();
  }

  @Override
  int exitStatus() throws InterruptedException {
    if (!process.waitFor(180, TimeUnit.SECONDS)) {
      throw new AssertionError("still running; it said:\n" + output);
    }
    for (Thread reader : readers) {
      reader.join(5_000);
    }
    return process.exitValue();
  }

  /** {@code kill -9}, and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    exitStatus();
  }

  /** {@code kill -9} of the processes that it has started, which are nodes, and of itself. */
  void killAll() throws InterruptedException {
    List<ProcessHandle> nodes = process.descendants().toList();
    nodes.forEach(ProcessHandle::destroyForcibly);
    nodes.forEach(node -> node.onExit().join());
    kill();
  }

  /** {@code SIGTERM}; what it still says is read, where the process's own method would not. */
  @Override
  void terminate() {
    process.toHandle().destroy();
  }

  /** Ctrl-C. */
  void interrupt() throws IOException, InterruptedException {
    signal("INT");
  }

  /**
   * Sends a signal, by its name. Of {@code STOP} it waits until all threads stand still: on a busy
   * machine some go on for a while, and begin what comes meanwhile.
   */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
    Path threads = Path.of("/proc", Long.toString(pid()), "task");
    while (name.equals("STOP") && Files.isDirectory(threads) && !standStill(threads)) {
      Thread.sleep(1);
    }
  }

  private static boolean standStill(Path threads) throws IOException {
    try (Stream<Path> all = Files.list(threads)) {
      return all.allMatch(TuttiProcess::standsStill);
    }
  }

  private static boolean standsStill(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      // The name of a thread stands in brackets, and may have any characters.
      return stat.startsWith("T", stat.lastIndexOf(')') + 2);
    } catch (IOException gone) {
      return true;
    }
  }

  long pid() {
    return process.pid();
  }

  /** An answer: the status, and the body as JSON. */
  record Answer(int status, JsonNode body) {
    String text(String field) {
      return body.path(field).asString("");
    }
  }

  /** Posts to any node. */
  static Answer postTo(String url, String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(180))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  /** Asks any node. */
  static Answer getFrom(String url) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(180)).GET().build());
  }

  static Answer send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        CLIENT.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    return new Answer(response.statusCode(), JSON.readTree(response.body()));
  }

  /** Ends it, whatever it does. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      exitStatus();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted", interrupted));
    }
  }
}
