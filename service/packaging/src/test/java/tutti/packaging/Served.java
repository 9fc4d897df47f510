package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.model.testing.Await;

/** A service that was started from the archive, and a client of it. */
final class Served implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("is ready at (http://\\S+)");
  private static final Pattern CURL =
      Pattern.compile("curl localhost:8080(\\S+)(?:\\s+--json '([^']*)')?");

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final String url;

  private Served(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Waits until the process has said where it serves. */
  static Served when(Process process, Path log) throws Exception {
    Await.that(
        () -> "ready: " + process,
        () -> !process.isAlive() || READY.matcher(Files.readString(log)).find());
    Matcher said = READY.matcher(Files.readString(log));
    if (!said.find()) {
      process.destroyForcibly();
      throw new AssertionError("not ready; it said:\n" + Files.readString(log));
    }
    return new Served(process, said.group(1));
  }

  String url() {
    return url;
  }

  long pid() {
    return process.pid();
  }

  HttpResponse<String> get(String path) throws Exception {
    return send(request(path));
  }

  HttpResponse<String> post(String path, String body, String key) throws Exception {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofMinutes(3));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** The answers to all {@code curl} commands of a page, in order; each has a key of its own. */
  List<HttpResponse<String>> follow(String page) throws Exception {
    List<HttpResponse<String>> answers = new ArrayList<>();
    Matcher commands = CURL.matcher(page.replaceAll("\\\\\n\\s*", ""));
    while (commands.find()) {
      String body = commands.group(2);
      answers.add(
          body == null
              ? get(commands.group(1))
              : post(commands.group(1), body, "follow-" + answers.size()));
    }
    return answers;
  }

  /** {@code kill -9}, and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends the service in good order. */
  void stop() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  /** Ends the process, whatever it does. */
  @Override
  public void close() throws InterruptedException {
    kill();
    client.close();
  }
}
