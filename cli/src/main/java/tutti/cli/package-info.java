/**
 * The {@code tutti} command: the composition root, where an application, a deployment, a node and
 * the HTTP service are put together (DESIGN §4, §6).
 */
@NullMarked
package tutti.cli;

import org.jspecify.annotations.NullMarked;
