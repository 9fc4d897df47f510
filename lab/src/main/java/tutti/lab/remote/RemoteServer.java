package tutti.lab.remote;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A remote server, asked over HTTP without a thread per request. Thread-safe. */
final class RemoteServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int OUTSTANDING = 128;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String base;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  /**
   * @param url such as {@code http://localhost:8080}
   */
  RemoteServer(String url) {
    base = url.replaceAll("/+$", "");
    URI uri = URI.create(base);
    if (uri.getHost() == null || uri.getScheme() == null) {
      throw new IllegalArgumentException(
          "--url: '" + url + "' is not an address such as http://localhost:8080");
    }
  }

  /** An answer; status 0 if there was none, and then the body has the reason. */
  record Answer(int status, String body) {

    /** Returns the body as JSON; a missing node if it is none. */
    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (JacksonException notJson) {
        return JSON.missingNode();
      }
    }
  }

  /** Posts JSON; {@code done} is called on some thread. */
  void post(String path, String json, Consumer<Answer> done) {
    send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build(),
        done);
  }

  void get(String path, Consumer<Answer> done) {
    send(request(path).GET().build(), done);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).timeout(PATIENCE);
  }

  private void send(HttpRequest request, Consumer<Answer> done) {
    client
        .sendAsync(request, BodyHandlers.ofString())
        .handle(RemoteServer::answer)
        .thenAccept(done);
  }

  private static Answer answer(HttpResponse<String> response, Throwable failure) {
    return failure == null
        ? new Answer(response.statusCode(), response.body())
        : new Answer(0, String.valueOf(failure.getMessage()));
  }

  /**
   * Checks that the server is there.
   *
   * @throws IOException if it is not; the message gives the remedy
   */
  void check() throws IOException, InterruptedException {
    try {
      client.send(request("/health").GET().build(), BodyHandlers.discarding());
    } catch (IOException e) {
      throw new IOException(
          "no server answers at " + base + "; start one with 'tutti run examples/bank'", e);
    }
  }

  /** A request that is made once for each number. */
  @FunctionalInterface
  interface Each {
    void start(long number, Consumer<Answer> done);
  }

  /** Makes the request of each number from 0, many at a time, and waits for all answers. */
  static void each(long count, Each each, LongFunction<Consumer<Answer>> sink)
      throws InterruptedException {
    Semaphore room = new Semaphore(OUTSTANDING);
    for (long i = 0; i < count; i++) {
      take(room, 1);
      Consumer<Answer> own = sink.apply(i);
      each.start(
          i,
          answer -> {
            own.accept(answer);
            room.release();
          });
    }
    take(room, OUTSTANDING);
  }

  private static void take(Semaphore room, int permits) throws InterruptedException {
    if (!room.tryAcquire(permits, PATIENCE.toSeconds() * 2, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the server did not answer");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
