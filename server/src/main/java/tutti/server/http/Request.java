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
 * @param body may be longer than the body and must not be changed
 * @param length of the body, in bytes
 * @param oldProtocol whether it is HTTP/1.0
 * @param arrived {@link System#nanoTime} when it was complete
 */
public record Request(
    String method,
    String target,
    HttpHeaders headers,
    byte[] body,
    int length,
    boolean oldProtocol,
    long arrived) {

  /** The first header of that name, or null. */
  public @Nullable String header(CharSequence name) {
    return headers.get(name);
  }

  /** All headers of that name. */
  public List<String> headers(CharSequence name) {
    return headers.getAll(name);
  }

  /** Whether only the head of the response is wanted. */
  public boolean head() {
    return method.equals("HEAD");
  }
}
