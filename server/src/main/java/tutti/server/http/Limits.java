package tutti.server.http;

import java.time.Duration;

/**
 * The limits of one client's requests.
 *
 * @param requestLine characters of the request line
 * @param headers characters of all headers
 * @param body bytes of a body
 * @param bodies bytes of the bodies of all requests of one event loop that are being read or
 *     answered
 * @param idle how long a connection may stay without a request
 * @param incomplete how long a request may take to arrive
 */
public record Limits(
    int requestLine, int headers, int body, long bodies, Duration idle, Duration incomplete) {}
