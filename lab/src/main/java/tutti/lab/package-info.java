/** The lab: workloads and measurements, by {@code tutti bench} (DESIGN §6). */
@NullMarked
package tutti.lab;

import org.jspecify.annotations.NullMarked;
