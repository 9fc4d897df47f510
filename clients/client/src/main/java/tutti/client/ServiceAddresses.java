package tutti.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The addresses of a service, and single requests to them. Thread-safe. */
final class ServiceAddresses implements AutoCloseable {
  /** The longest time in which a node that runs takes a connection. */
  private static final Duration CONNECTS = Duration.ofSeconds(2);

  /** The longest answer: an eighth of the heap, and not more than a service could mean. */
  static final long MOST_ANSWER_BYTES =
      Math.min(256L << 20, Math.max(1L << 20, Runtime.getRuntime().maxMemory() / 8));

  private final List<URI> addresses;
  private final Supplier<HttpClient> clients;
  private final long mostAnswerBytes;
  private final Supplier<String> token;
  private HttpClient http;
  private boolean closed;

  /** The address at which calls begin: the last one that answered. Clients begin at any. */
  private volatile int first;

  /**
   * @param token by which the service knows the client; empty for none
   * @param trusted the client's side of TLS; null for Java's own
   */
  ServiceAddresses(List<URI> addresses, Supplier<String> token, @Nullable SSLContext trusted) {
    this(addresses, token, () -> usual(trusted), MOST_ANSWER_BYTES);
  }

  /**
   * @param token by which the service knows the client; empty for none
   * @param clients makes another client where one has ended by itself
   * @param mostAnswerBytes of an answer that is read
   */
  ServiceAddresses(
      List<URI> addresses,
      Supplier<String> token,
      Supplier<HttpClient> clients,
      long mostAnswerBytes) {
    this.token = token;
    this.clients = clients;
    this.mostAnswerBytes = mostAnswerBytes;
    this.http = clients.get();
    this.addresses = List.copyOf(addresses);
    this.first = ThreadLocalRandom.current().nextInt(addresses.size());
  }

  private static HttpClient usual(@Nullable SSLContext trusted) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECTS);
    return (trusted == null ? client : client.sslContext(trusted)).build();
  }

  /** Returns a client that works: an error of the virtual machine may have ended the last one. */
  private synchronized HttpClient http() {
    if (!closed && http.isTerminated()) {
      http = clients.get();
    }
    return http;
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
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(addresses.get(address) + path));
    String shown = token.get();
    return shown.isEmpty() ? request : request.header("Authorization", "Bearer " + shown);
  }

  /** Whether the service knows the client, and so may show a part of its application alone. */
  boolean isKnown() {
    return !token.get().isEmpty();
  }

  /**
   * Makes one try, and waits.
   *
   * @param patienceNanos after which the try is given up
   */
  TryEnd send(int address, HttpRequest request, long patienceNanos) {
    String where = request.method() + " " + request.uri();
    CompletableFuture<HttpResponse<byte[]>> answer =
        http()
            .sendAsync(
                request,
                HttpResponse.BodyHandlers.limiting(
                    HttpResponse.BodyHandlers.ofByteArray(), mostAnswerBytes));
    try {
      TryEnd reply = reply(where, answer.get(patienceNanos, TimeUnit.NANOSECONDS));
      if (reply instanceof TryEnd.Document) {
        first = address;
      }
      return reply;
    } catch (TimeoutException late) {
      answer.cancel(true);
      return new TryEnd.Lost(where + " was not answered in time");
    } catch (InterruptedException interrupted) {
      answer.cancel(true);
      return new TryEnd.Lost(where + " was interrupted");
    } catch (ExecutionException failed) {
      return failed(where, failed.getCause());
    }
  }

  private TryEnd failed(String where, @Nullable Throwable cause) {
    return switch (cause) {
      case ConnectException refused -> new TryEnd.NotSent(why(where, "cannot connect", refused));
      case HttpConnectTimeoutException late ->
          new TryEnd.NotSent(why(where, "no connection", late));
      case IOException tooLong when isTooLong(tooLong) ->
          new TryEnd.Lost(
              where
                  + " was answered with more than "
                  + mostAnswerBytes
                  + " bytes, which this client does not take: an eighth of its heap");
      case IOException broken -> new TryEnd.Lost(why(where, "the connection broke", broken));
      case null, default -> throw new IllegalStateException(where, cause);
    };
  }

  /** Returns whether an answer had more bytes than are read: the JDK has no type for that. */
  private static boolean isTooLong(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).startsWith("body exceeds capacity")) {
        return true;
      }
    }
    return false;
  }

  private static String why(String where, String what, IOException cause) {
    Throwable deepest = cause;
    while (deepest.getMessage() == null && deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return where + ": " + what + " (" + inWords(deepest) + ")";
  }

  /** Returns the reason of a failure in words, where the JDK has only the name of a class. */
  static String inWords(Throwable cause) {
    String message = cause.getMessage();
    return switch (cause) {
      case Throwable _ when message != null -> message;
      case UnresolvedAddressException _ -> "no such host";
      case ClosedChannelException _ -> "refused, or closed at once";
      default -> cause.getClass().getName();
    };
  }

  private static TryEnd reply(String where, HttpResponse<byte[]> answer) {
    Map<String, @Nullable Object> tree = JsonTree.object(answer.body());
    if (tree != null) {
      TryEnd.Document document =
          new TryEnd.Document(
              answer.statusCode(), tree, answer.headers().firstValue("Tutti-Snapshot-Age"));
      if (answer.statusCode() < 300 || document.isProblem()) {
        return document;
      }
    }
    return new TryEnd.Foreign(
        "%s was answered %s with %s, as no service of Tutti answers"
            .formatted(
                where,
                answer.statusCode(),
                answer.headers().firstValue("Content-Type").orElse("no content type")));
  }

  /** Ends the connections; no request runs any more. */
  @Override
  public void close() {
    HttpClient last;
    synchronized (this) {
      closed = true;
      last = http;
    }
    last.shutdownNow();
    last.close();
  }
}
