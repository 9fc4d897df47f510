/**
 * The product of concurrency controls, commit protocols, replication and workloads: which of its
 * cells are refused, with their reasons, and a small workload for each of the others.
 *
 * <p>For example, {@code tl2} over {@code multipaxos} is refused with every commit protocol and
 * every workload, since its clock is kept by one host.
 *
 * <p>Readers begin with {@link tutti.lab.matrix.MatrixCell}; {@link tutti.lab.matrix.RefusedCells}
 * makes the table of {@code tutti bench matrix}.
 */
@NullMarked
package tutti.lab.matrix;

import org.jspecify.annotations.NullMarked;
