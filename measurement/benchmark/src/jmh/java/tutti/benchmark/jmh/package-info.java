/**
 * JMH for the benchmarks of this module. {@link tutti.benchmark.jmh.JmhRun} makes a JMH benchmark a
 * run of {@code tutti bench}, so that the sides of a comparison take turns and results have the
 * machine's load beside them; {@link tutti.benchmark.jmh.JmhBench} is JMH's own command line.
 */
@NullMarked
package tutti.benchmark.jmh;

import org.jspecify.annotations.NullMarked;
