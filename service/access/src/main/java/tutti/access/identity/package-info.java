/** Who calls: callers, and the API keys by which they are known. */
@NullMarked
package tutti.access.identity;

import org.jspecify.annotations.NullMarked;
