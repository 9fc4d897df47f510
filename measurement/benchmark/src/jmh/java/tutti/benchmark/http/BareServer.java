package tutti.benchmark.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tutti.server.http.Handler;
import tutti.server.http.HttpServer;
import tutti.server.http.Limits;
import tutti.server.http.Response;
import tutti.server.http.WaitingClient;
import tutti.server.http.WholeRequest;

/**
 * The smallest server that can answer the service's requests: the service's connections and
 * response writer with a handler behind them that parses the JSON of {@code POST
 * /Account/{key}/deposit} and appends the JSON of the service's answer, with no node. The server is
 * the baseline of {@code tutti bench http}: the further costs of a request are not HTTP's.
 */
public final class BareServer implements AutoCloseable {
  private static final JsonFactory JSON = JsonFactory.builder().build();
  private static final Limits LIMITS =
      new Limits(
          16 << 10,
          32 << 10,
          1 << 20,
          64 << 20,
          10_000,
          Duration.ofMinutes(1),
          Duration.ofSeconds(10));

  private final HttpServer server;

  /**
   * Listens on the loopback address.
   *
   * @param port 0 for any free port
   * @param eventLoops threads, as many as the service has
   * @throws IOException if it cannot listen there
   */
  public BareServer(int port, int eventLoops) throws IOException {
    server =
        new HttpServer(
            "localhost", port, eventLoops, LIMITS, Duration.ofSeconds(1), new Answering());
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
  }

  private static final class Answering implements Handler {
    private final AtomicLong count = new AtomicLong();

    @Override
    public void handle(WholeRequest request, WaitingClient client) {
      String target = request.target();
      int key = target.indexOf('/', 1);
      int event = target.indexOf('/', key + 1);
      boolean good = key > 0 && event > 0 && amount(request) != null;
      client.reply(
          good
              ? new Response(200, Response.JSON, committed(target, key, event))
              : new Response(400, Response.JSON, new byte[0]));
    }

    @Override
    public Response refuse(Fault fault) {
      return new Response(fault.status(), Response.JSON, new byte[0]).closing();
    }

    private byte[] committed(String target, int key, int event) {
      StringBuilder out = new StringBuilder(160);
      out.append("{\"transaction\":\"0-1-").append(count.incrementAndGet());
      out.append("\",\"outcome\":\"committed\",\"specification\":\"");
      out.append(target, 1, key).append("\",\"key\":\"");
      out.append(target, key + 1, event).append("\",\"event\":\"");
      out.append(target, event + 1, target.length()).append("\"}");
      return out.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  private static @Nullable String amount(WholeRequest request) {
    String amount = null;
    try (JsonParser in =
        JSON.createParser(ObjectReadContext.empty(), request.body(), 0, request.length())) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean here = in.currentName().equals("amount");
        in.nextToken();
        if (here) {
          amount = in.getString();
        }
      }
      return in.nextToken() == null ? amount : null;
    } catch (JacksonException malformed) {
      return null;
    }
  }

  /** Serves until the process is ended: {@code [PORT [EVENT_LOOPS]]}; prints the port. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
    int loops = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
    BareServer server = new BareServer(port, loops);
    System.out.println("listening on port " + server.port());
    new CountDownLatch(1).await();
  }
}
