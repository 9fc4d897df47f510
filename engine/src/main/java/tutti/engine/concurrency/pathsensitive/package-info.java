/** Path-sensitive concurrency control. */
@NullMarked
package tutti.engine.concurrency.pathsensitive;

import org.jspecify.annotations.NullMarked;
