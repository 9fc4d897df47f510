/**
 * Tutti in the user's own process: {@link tutti.embedded.Tutti} opens a node, and a {@link
 * tutti.embedded.Client} calls procedures and events on it. The package needs no HTTP, no flags of
 * the JVM, and has no static state.
 *
 * <p>Begin with {@link tutti.embedded.Tutti}, which opens a node in this process.
 */
@NullMarked
package tutti.embedded;

import org.jspecify.annotations.NullMarked;
