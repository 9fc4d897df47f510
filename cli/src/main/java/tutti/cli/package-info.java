/**
 * The {@code tutti} command: the composition root, where an application, a deployment, a node and
 * the HTTP service are put together (docs/rulings.md#modules, docs/rulings.md#contracts).
 */
@NullMarked
package tutti.cli;

import org.jspecify.annotations.NullMarked;
