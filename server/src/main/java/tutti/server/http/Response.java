package tutti.server.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A whole response.
 *
 * @param status an HTTP status code
 * @param type the media type of the body
 * @param headers further ones, by name; not Content-Length, Connection or Date
 * @param body must not be changed any more
 * @param close whether the connection must end with the response
 */
public record Response(
    int status, String type, Map<String, String> headers, byte[] body, boolean close) {
  public static final String JSON = "application/json";

  public Response(int status, String type, byte[] body) {
    this(status, type, Map.of(), body, false);
  }

  /** Returns this response with one more header. */
  public Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Response(status, type, more, body, close);
  }

  /** Returns this response, ending the connection. */
  public Response closing() {
    return new Response(status, type, headers, body, true);
  }
}
