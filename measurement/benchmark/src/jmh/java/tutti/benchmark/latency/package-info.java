/**
 * {@code tutti bench latency}: one transaction at a time, and calls of procedures that do nothing.
 * Readers begin with {@link tutti.benchmark.latency.LatencyWorkload}.
 */
@NullMarked
package tutti.benchmark.latency;

import org.jspecify.annotations.NullMarked;
