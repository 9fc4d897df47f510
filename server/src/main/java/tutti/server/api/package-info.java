/**
 * The REST API of docs/rulings.md#contracts: from requests to calls on a {@link
 * tutti.engine.node.Node}, and from outcomes to responses and problem documents (RFC 9457).
 */
@NullMarked
package tutti.server.api;

import org.jspecify.annotations.NullMarked;
