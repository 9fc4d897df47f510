package tutti.cli.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tutti.cli.process.TuttiProcess.Answer;

/** The service of {@code tutti run}, in a process of its own or in this one, and a client of it. */
abstract class Service implements AutoCloseable {
  abstract String url();

  /** Everything that it wrote so far. */
  abstract String output();

  /** Asks it to end in good order. */
  abstract void terminate();

  /** Waits for its end. */
  abstract int exitStatus() throws InterruptedException;

  /** Ends it, whatever it does. */
  @Override
  public abstract void close();

  /**
   * Posts a body of JSON.
   *
   * @throws IOException if the connection breaks: then it is not known what happened
   */
  Answer post(String path, String body, String idempotencyKey)
      throws IOException, InterruptedException {
    return post(path, body, idempotencyKey, "");
  }

  /** Posts a request with a key, within a time such as {@code 500ms}. */
  Answer post(String path, String body, String idempotencyKey, String timeout)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!idempotencyKey.isEmpty()) {
      request.header("Idempotency-Key", idempotencyKey);
    }
    if (!timeout.isEmpty()) {
      request.header("Tutti-Timeout", timeout);
    }
    return TuttiProcess.send(request.build());
  }

  Answer post(String path, String body) throws IOException, InterruptedException {
    return post(path, body, "");
  }

  Answer get(String path) throws IOException, InterruptedException {
    return TuttiProcess.send(request(path).GET().build());
  }

  /** The body of a page that is not JSON. */
  String text(String path) throws IOException, InterruptedException {
    return TuttiProcess.CLIENT
        .send(
            request(path).GET().build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
        .body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofSeconds(180));
  }
}
