/**
 * {@code tutti bench visits}: the cost of an access by a procedure that no other transaction is in
 * the way of, on a node with one executor. Readers begin with {@link
 * tutti.benchmark.visits.VisitBenchmark}, which is JMH's.
 */
@NullMarked
package tutti.benchmark.visits;

import org.jspecify.annotations.NullMarked;
