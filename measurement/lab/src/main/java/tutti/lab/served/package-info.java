/**
 * Benchmarks as nodes that are processes serve them: the requests in JSON, and the traces that each
 * of them must leave in what is stored, so that a judge outside finds what was lost.
 *
 * <p>Readers begin with {@link tutti.lab.served.ServedBenchmark}; {@code tutti torture} runs it.
 */
@NullMarked
package tutti.lab.served;

import org.jspecify.annotations.NullMarked;
