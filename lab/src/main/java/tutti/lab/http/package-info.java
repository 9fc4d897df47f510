/**
 * HTTP load from a process of its own, and the bare handler with which the service's cost is
 * compared (decision 0003).
 */
@NullMarked
package tutti.lab.http;

import org.jspecify.annotations.NullMarked;
