package tutti.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The addresses of a service, and single requests to them. Thread-safe. */
final class Service implements AutoCloseable {
  /** The longest time in which a node that runs takes a connection. */
  private static final Duration CONNECTS = Duration.ofSeconds(2);

  private final List<URI> addresses;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECTS)
          .build();

  /** The address at which calls begin: the last one that answered. Clients begin at any. */
  private volatile int first;

  Service(List<URI> addresses) {
    this.addresses = List.copyOf(addresses);
    this.first = ThreadLocalRandom.current().nextInt(addresses.size());
  }

  int size() {
    return addresses.size();
  }

  /** The number of the address at which a call begins. */
  int first() {
    return first;
  }

  /** Begins a request at an address. */
  HttpRequest.Builder request(int address, String path) {
    return HttpRequest.newBuilder(URI.create(addresses.get(address) + path));
  }

  /**
   * Makes one try, and waits.
   *
   * @param patienceNanos after which the try is given up
   */
  Reply send(int address, HttpRequest request, long patienceNanos) {
    String where = request.method() + " " + request.uri();
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      Reply reply = reply(where, answer.get(patienceNanos, TimeUnit.NANOSECONDS));
      if (reply instanceof Reply.Document) {
        first = address;
      }
      return reply;
    } catch (TimeoutException late) {
      answer.cancel(true);
      return new Reply.Lost(where + " was not answered in time");
    } catch (InterruptedException interrupted) {
      answer.cancel(true);
      return new Reply.Lost(where + " was interrupted");
    } catch (ExecutionException failed) {
      return failed(where, failed.getCause());
    }
  }

  private static Reply failed(String where, @Nullable Throwable cause) {
    return switch (cause) {
      case ConnectException refused -> new Reply.NotSent(why(where, "cannot connect", refused));
      case HttpConnectTimeoutException late -> new Reply.NotSent(why(where, "no connection", late));
      case IOException broken -> new Reply.Lost(why(where, "the connection broke", broken));
      case null, default -> throw new IllegalStateException(where, cause);
    };
  }

  private static String why(String where, String what, IOException cause) {
    Throwable deepest = cause;
    while (deepest.getMessage() == null && deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return where
        + ": "
        + what
        + " ("
        + (deepest.getMessage() == null ? deepest.getClass().getName() : deepest.getMessage())
        + ")";
  }

  private static Reply reply(String where, HttpResponse<byte[]> answer) {
    Map<String, @Nullable Object> tree = JsonTree.object(answer.body());
    if (tree != null) {
      Reply.Document document =
          new Reply.Document(
              answer.statusCode(), tree, answer.headers().firstValue("Tutti-Snapshot-Age"));
      if (answer.statusCode() < 300 || document.isProblem()) {
        return document;
      }
    }
    return new Reply.Foreign(
        "%s was answered %s with %s, as no service of Tutti answers"
            .formatted(
                where,
                answer.statusCode(),
                answer.headers().firstValue("Content-Type").orElse("no content type")));
  }

  /** Ends the connections; no request runs any more. */
  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
