/**
 * Measurements and their reports: runs with their latencies, outcomes and checks; paired ratios
 * with bootstrap intervals; the machine; results as JSON, tables and raw histogram logs
 * (docs/rulings.md#comparisons).
 *
 * <p>Readers begin with {@link tutti.lab.measure.RunResult} and {@link tutti.lab.measure.Report}.
 */
@NullMarked
package tutti.lab.measure;

import org.jspecify.annotations.NullMarked;
