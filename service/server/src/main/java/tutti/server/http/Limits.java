package tutti.server.http;

import java.time.Duration;

/**
 * The limits of one client's requests.
 *
 * @param requestLine characters of the request line
 * @param headers characters of all headers
 * @param body bytes of a body
 * @param bodies bytes of the bodies of all requests of one event loop that are being read or
 *     answered; as many, by {@link #REQUEST} each, are for requests that wait behind others, and as
 *     many for answers that clients have not read yet
 * @param connections the connections that one event loop has at a time
 * @param idle how long a connection may stay without a request
 * @param incomplete how long a request may take to arrive
 * @param abandoned a request that may have waited longer than this before it was read is not begun
 *     if its client has ended its side of the connection by then
 */
public record Limits(
    int requestLine,
    int headers,
    int body,
    long bodies,
    int connections,
    Duration idle,
    Duration incomplete,
    Duration abandoned) {

  /** The fields that the head of one request may have, and its trailers: each takes 100 bytes. */
  public static final int FIELDS = 100;

  /** The bytes of a request without its body, about. */
  public static final int REQUEST = 1 << 10;

  /** Limits of a server that begins each request, however late, also if its client has gone. */
  public Limits(
      int requestLine,
      int headers,
      int body,
      long bodies,
      int connections,
      Duration idle,
      Duration incomplete) {
    this(requestLine, headers, body, bodies, connections, idle, incomplete, Duration.ofDays(1));
  }
}
