/** The lab: workloads and measurements, by {@code tutti bench} (docs/rulings.md#contracts). */
@NullMarked
package tutti.lab;

import org.jspecify.annotations.NullMarked;
