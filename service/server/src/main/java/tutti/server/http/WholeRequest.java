package tutti.server.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole request.
 *
 * @param method in upper case, as it came
 * @param target the request line's target, as it came
 * @param headers as they came
 * @param body an array that may be longer than the body; must not be changed
 * @param length the body's length in bytes
 * @param oldProtocol whether the request is HTTP/1.0
 * @param arrived {@link System#nanoTime} when the request was complete
 */
public record WholeRequest(
    String method,
    String target,
    HttpHeaders headers,
    byte[] body,
    int length,
    boolean oldProtocol,
    long arrived) {

  /** Returns the first header with this name; null if there is none. */
  public @Nullable String header(CharSequence name) {
    return headers.get(name);
  }

  /** Returns the headers with this name. */
  public List<String> headers(CharSequence name) {
    return headers.getAll(name);
  }

  /** Whether the client wants only the head of the response. */
  public boolean head() {
    return method.equals("HEAD");
  }
}
