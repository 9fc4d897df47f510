/**
 * Measurements and comparisons of workloads: runs in ABBA pairs with a run of one side against
 * itself beside them (docs/rulings.md#comparisons).
 */
@NullMarked
package tutti.lab.bench;

import org.jspecify.annotations.NullMarked;
