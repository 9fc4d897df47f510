/**
 * Measurements and comparisons of workloads: runs in ABBA pairs with a run of one side against
 * itself beside them (docs/rulings.md#comparisons).
 *
 * <p>Readers begin with {@link tutti.lab.bench.Workload}, and go on with {@link
 * tutti.lab.bench.Bench}, which measures one. {@link tutti.lab.bench.NodesWorkload} is the base of
 * those whose nodes are new for every run.
 */
@NullMarked
package tutti.lab.bench;

import org.jspecify.annotations.NullMarked;
