package tutti.benchmark.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests to be sent, as bytes, and the way to send them.
 *
 * @param host to connect to
 * @param port to connect to
 * @param requests each connection sends them in turn, each from a place of its own
 * @param connections kept alive; each has one request on its way
 * @param warmupSeconds left out of the result
 * @param seconds measured
 * @param serverPid the process whose CPU time is measured, or -1
 * @param each the transactions of a request, counted one by one; more than 1 in batches
 */
public record HttpLoad(
    String host,
    int port,
    List<byte[]> requests,
    int connections,
    double warmupSeconds,
    double seconds,
    long serverPid,
    int each) {

  public HttpLoad {
    requests = List.copyOf(requests);
    if (requests.isEmpty() || connections < 1) {
      throw new IllegalArgumentException("needs a request and a connection");
    }
  }

  /**
   * Returns a POST with a JSON body, as {@code curl --json} would send it, but with fewer headers.
   */
  public static byte[] post(URI server, String path, String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: "
            + server.getAuthority()
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] whole = new byte[start.length + body.length];
    System.arraycopy(start, 0, whole, 0, start.length);
    System.arraycopy(body, 0, whole, start.length, body.length);
    return whole;
  }

  /**
   * Reads requests from lines of a path, a space, and a JSON body.
   *
   * @throws IllegalArgumentException if a line has no path
   */
  public static List<byte[]> parse(URI server, List<String> lines) {
    List<byte[]> requests = new ArrayList<>(lines.size());
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (!line.startsWith("/")) {
        throw new IllegalArgumentException("expected a line '/path {json}', found: " + line);
      }
      requests.add(
          space < 0
              ? post(server, line, "")
              : post(server, line.substring(0, space), line.substring(space + 1)));
    }
    return requests;
  }
}
