/**
 * HTTP/1.1 on Netty: connections, limits and the bytes of requests and responses; knows nothing of
 * what is served.
 *
 * <p>A connection answers its requests one after the other, in their order; a pipelined request
 * waits for the one before it. Nothing here blocks: a handler answers on whatever thread it likes.
 */
@NullMarked
package tutti.server.http;

import org.jspecify.annotations.NullMarked;
