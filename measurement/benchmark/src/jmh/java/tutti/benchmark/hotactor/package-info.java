/**
 * {@code tutti bench hot-actor}: the costs of concurrency control by itself - no transactions, no
 * journal, one thread. Readers begin with {@link tutti.benchmark.hotactor.HotActorBenchmark}, which
 * is JMH's.
 */
@NullMarked
package tutti.benchmark.hotactor;

import org.jspecify.annotations.NullMarked;
