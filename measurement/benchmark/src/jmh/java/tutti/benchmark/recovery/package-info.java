/**
 * {@code tutti bench recovery}: the time of a node's start on many rows. Readers begin with {@link
 * tutti.benchmark.recovery.RecoveryWorkload}.
 */
@NullMarked
package tutti.benchmark.recovery;

import org.jspecify.annotations.NullMarked;
