package tutti.server.api;

import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tutti.server.http.Response;
import tutti.server.http.WholeRequest;

/**
 * The web pages that may use the service: those of its own origin, and those that the deployment
 * allows, by the protocol of browsers (CORS, Fetch §3.2).
 *
 * @param loopback whether only this machine reaches the server
 * @param origins further origins, in lower case, such as {@code https://shop.example.com}
 */
public record AllowedOrigins(boolean loopback, List<String> origins) {
  private static final AsciiString ORIGIN = AsciiString.cached("origin");
  private static final AsciiString METHOD = AsciiString.cached("access-control-request-method");
  private static final String METHODS = "GET, HEAD, POST, DELETE, OPTIONS";
  private static final String HEADERS =
      "Authorization, Content-Type, Idempotency-Key, Tutti-Timeout";
  private static final String EXPOSED = "Location, Retry-After, Server-Timing";

  /** Makes an access rule, with a copy of the list. */
  public AllowedOrigins {
    origins = List.copyOf(origins);
  }

  /** The origin of the page that makes the request, if the deployment allows it; else null. */
  @Nullable String allowed(WholeRequest request) {
    String origin = origins.isEmpty() ? null : request.header(ORIGIN);
    return origin != null && origins.contains(origin.toLowerCase(Locale.ROOT)) ? origin : null;
  }

  /** Whether the request is a browser's preflight request for an allowed page. */
  boolean preflight(WholeRequest request) {
    return request.method().equals("OPTIONS")
        && request.header(METHOD) != null
        && allowed(request) != null;
  }

  /** The answer to a preflight request. */
  static Response yes() {
    return new Response(204, Response.JSON, new byte[0])
        .with("Access-Control-Allow-Methods", METHODS)
        .with("Access-Control-Allow-Headers", HEADERS)
        .with("Access-Control-Max-Age", "600");
  }

  /** An answer that a page of that origin may read. */
  static Response readable(Response response, String origin) {
    return response
        .with("Access-Control-Allow-Origin", origin)
        .with("Access-Control-Expose-Headers", EXPOSED)
        .with("Vary", "Origin");
  }
}
