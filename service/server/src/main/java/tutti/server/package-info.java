/**
 * The HTTP service of a node (docs/rulings.md#contracts): {@link tutti.server.HttpService} puts a
 * node, the catalog of its application and an HTTP server together.
 */
@NullMarked
package tutti.server;

import org.jspecify.annotations.NullMarked;
