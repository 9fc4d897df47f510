package tutti.server.http;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response: a whole one, or one whose body is made while it is sent.
 *
 * @param status an HTTP status code
 * @param type the media type of the body
 * @param headers further headers, by name; not Content-Length, Connection or Date
 * @param body the body, which must not be changed any more; empty if there are pieces
 * @param pieces the body piece by piece, each asked for when the client has read most of the pieces
 *     before, on the connection's event loop; null for a whole body
 * @param close whether the connection must end with the response
 * @param onGone is run once the response has been written, or never will be; null for nothing
 */
public record Response(
    int status,
    String type,
    Map<String, String> headers,
    byte[] body,
    @Nullable Iterator<byte[]> pieces,
    boolean close,
    @Nullable Runnable onGone) {
  public static final String JSON = "application/json";

  public Response(int status, String type, byte[] body) {
    this(status, type, Map.of(), body, null, false, null);
  }

  /** Returns a response whose body is made while it is sent. */
  public static Response streamed(int status, String type, Iterator<byte[]> pieces) {
    return new Response(status, type, Map.of(), new byte[0], pieces, false, null);
  }

  /** Returns this response with one more header. */
  public Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Response(status, type, more, body, pieces, close, onGone);
  }

  /** Returns this response, ending the connection. */
  public Response closing() {
    return new Response(status, type, headers, body, pieces, true, onGone);
  }

  /** Returns this response with a task for when it has been written, or never will be. */
  public Response whenGone(Runnable task) {
    return new Response(status, type, headers, body, pieces, close, task);
  }

  /** Takes note that it has been written, or never will be. */
  void gone() {
    if (onGone != null) {
      onGone.run();
    }
  }
}
