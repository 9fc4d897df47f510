/**
 * Tutti in the user's own process: {@link tutti.embedded.Tutti} opens a node, and a {@link
 * tutti.embedded.Client} calls procedures and events on it. No HTTP, no flags of the JVM, nothing
 * static.
 */
@NullMarked
package tutti.embedded;

import org.jspecify.annotations.NullMarked;
