/**
 * The {@code tutti} command: the composition root, which combines an application, a deployment, a
 * node and the HTTP service (docs/rulings.md#modules, docs/rulings.md#contracts).
 */
@NullMarked
package tutti.cli;

import org.jspecify.annotations.NullMarked;
