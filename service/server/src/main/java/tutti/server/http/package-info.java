/**
 * HTTP/1.1 on Netty: connections, limits and the bytes of requests and responses; it does not
 * depend on the service.
 *
 * <p>A connection answers its requests one after the other, in their order; a pipelined request
 * waits for the one before it. No method blocks: a handler answers on any thread.
 *
 * <p>Begin with {@link tutti.server.http.HttpServer}, which gives each {@code ServerConnection} to
 * an {@code EventLoop}.
 */
@NullMarked
package tutti.server.http;

import org.jspecify.annotations.NullMarked;
