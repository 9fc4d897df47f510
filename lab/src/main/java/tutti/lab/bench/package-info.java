/**
 * How workloads are measured and compared: runs in ABBA pairs with a run of one side against itself
 * beside them (DESIGN §6, "Comparisons").
 */
@NullMarked
package tutti.lab.bench;

import org.jspecify.annotations.NullMarked;
