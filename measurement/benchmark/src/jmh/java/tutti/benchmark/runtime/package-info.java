/**
 * Executors, promises and timers of the engine's runtime, for JMH: {@code tutti bench jmh
 * ExecutorBenchmark}.
 */
@NullMarked
package tutti.benchmark.runtime;

import org.jspecify.annotations.NullMarked;
