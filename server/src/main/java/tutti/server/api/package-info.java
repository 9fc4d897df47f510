/**
 * The REST API of docs/rulings.md#contracts, which turns requests into calls on a {@link
 * tutti.engine.node.Node}, and outcomes into responses and problem documents (RFC 9457).
 */
@NullMarked
package tutti.server.api;

import org.jspecify.annotations.NullMarked;
