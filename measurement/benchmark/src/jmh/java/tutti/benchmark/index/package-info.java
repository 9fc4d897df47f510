/**
 * {@code tutti bench index}: the costs of an index by itself, the engine's and those of the JDK.
 * Readers begin with {@link tutti.benchmark.index.IndexBenchmark}, which is JMH's.
 */
@NullMarked
package tutti.benchmark.index;

import org.jspecify.annotations.NullMarked;
