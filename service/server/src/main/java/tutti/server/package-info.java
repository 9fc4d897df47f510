/**
 * The HTTP service of a node (docs/rulings.md#contracts): {@link tutti.server.HttpService} puts a
 * node, the catalog of its application and an HTTP server together.
 *
 * <p>Begin with {@link tutti.server.HttpService}.
 */
@NullMarked
package tutti.server;

import org.jspecify.annotations.NullMarked;
